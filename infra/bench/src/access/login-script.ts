import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'

const entry = 'index.html'

/** Vite's manifest: source file -> built file and what it imports at once. */
const Manifest = z.record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }))

function chunksOf(manifest: z.infer<typeof Manifest>, keys: string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no ${key}`)
    if (found.has(chunk.file)) continue
    found.add(chunk.file)
    chunksOf(manifest, chunk.imports, found)
  }
  return found
}

/** The script that the login page loads: the entry and what it imports at once, compressed. Dashboards and viewer load when they are opened. */
export async function measureLoginScript(webDir: string): Promise<{ files: number; kB: number }> {
  const manifest = Manifest.parse(JSON.parse(await readFile(`${webDir}.vite/manifest.json`, 'utf8')))
  const files = chunksOf(manifest, [entry])
  const sizes = await Promise.all([...files].map(async (file) => gzipSync(await readFile(webDir + file)).length))
  return { files: files.size, kB: sizes.reduce((sum, size) => sum + size, 0) / 1000 }
}
