import { PassThrough } from 'node:stream'
import { createOrthanc } from '@readroom/orthanc/client'
import { writeStudyZip } from '@readroom/orthanc/study-zip'
import { createStorage } from '@readroom/storage/create-storage'
import { z } from 'zod'

/** Packs one study into local storage, as the worker does, in a process that does nothing else; answers time and memory. */
const Task = z.object({
  archive: z.object({ url: z.string(), username: z.string(), password: z.string() }),
  study: z.object({ orthancId: z.string(), studyInstanceUid: z.string() }),
  dir: z.string(),
})

const SAMPLE_MS = 10

const { archive, study, dir } = Task.parse(JSON.parse(process.argv[2] ?? ''))
const orthanc = createOrthanc(archive)
const storage = createStorage({ driver: 'local', dir })
await orthanc.system()

const idle = process.memoryUsage().rss
let highest = idle
const sampling = setInterval(() => {
  highest = Math.max(highest, process.memoryUsage().rss)
}, SAMPLE_MS)

const startedAt = performance.now()
const output = new PassThrough()
const [{ instances, bytes }] = await Promise.all([
  writeStudyZip(orthanc, study, output),
  storage.put('zips/bench.zip', output, { contentType: 'application/zip' }),
])
const seconds = (performance.now() - startedAt) / 1000
clearInterval(sampling)
await storage.delete('zips/bench.zip')
await orthanc.close()
process.send?.({ seconds, instances, bytes, growthBytes: highest - idle })
process.disconnect?.()
