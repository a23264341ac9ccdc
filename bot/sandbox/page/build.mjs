// Writes the files that are shipped into the folder named: `node build.mjs built`.
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

const folder = process.argv[2] ?? "built";
await mkdir(folder, { recursive: true });
await build({
  entryPoints: ["src/page.ts", "src/transcript.ts", "src/page.css"],
  outdir: folder,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  logLevel: "warning",
});
for (const file of ["index.html", "icon.svg"]) await copyFile(join("src", file), join(folder, file));
