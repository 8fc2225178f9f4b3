// Draws reports in a process of its own: what the compiler takes of memory it does not give back. One message for each, one after the other.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

const workspace = fileURLToPath(new URL('.', import.meta.url))
const [, , ...fontFiles] = process.argv
const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fontFiles.map((file) => readFileSync(file)) }] })

/** Of the library's diagnostics what they say. */
function wordsOf(thrown) {
  const diagnostics = Array.isArray(thrown) ? thrown : [thrown]
  return diagnostics.map((one) => String(one?.message ?? one)).join('; ')
}

function draw({ report, signature, pictures, drawnAt }) {
  // Nothing of an earlier report is within reach of this one.
  compiler.resetShadow()
  // Every page has its own files at the same places, so that the compiler does not collect them.
  compiler.mapShadow(`${workspace}report.json`, Buffer.from(report))
  compiler.mapShadow(`${workspace}signature`, Buffer.from(signature ?? ''))
  for (const [id, bytes] of pictures) compiler.mapShadow(`${workspace}picture-${id}`, Buffer.from(bytes))
  const compiled = compiler.compile({ mainFilePath: `${workspace}report.typ` })
  if (!compiled.result) throw compiled.takeError()?.shortDiagnostics ?? new Error('nothing was drawn')
  return compiler.pdf(compiled.result, { pdfStandard: 'a-2a', creationTimestamp: drawnAt })
}

process.on('message', (task) => {
  try {
    process.send?.({ pdf: draw(task) })
  } catch (error) {
    process.send?.({ error: wordsOf(error) })
  }
  compiler.evictCache(0)
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
