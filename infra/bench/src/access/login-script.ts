import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Figure } from '../core/figure.ts'

const webDir = fileURLToPath(new URL('../../../../apps/web/dist/', import.meta.url))

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

/** Measures the script that the sign-in page loads, compressed: the entry and what it imports at once. Dashboards and viewer load when they are opened. */
export async function benchLoginScript(): Promise<Figure[]> {
  const manifest = Manifest.parse(JSON.parse(await readFile(`${webDir}.vite/manifest.json`, 'utf8')))
  const files = chunksOf(manifest, [entry])
  const sizes = await Promise.all([...files].map(async (file) => gzipSync(await readFile(webDir + file)).length))
  const kB = sizes.reduce((sum, size) => sum + size, 0) / 1000
  return [{ name: `script of the sign-in page, ${files.size} files, compressed`, value: kB, unit: ' kB', limit: 150 }]
}
