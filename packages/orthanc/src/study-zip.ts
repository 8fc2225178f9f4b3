import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { ZipArchive } from 'archiver'
import type { Orthanc } from './client.ts'
import { hashInstances, hashOfEach } from './instances-hash.ts'
import { nameEntries, type ZipEntry } from './study-zip-names.ts'
import { type ReadEntry, readAhead } from './study-zip-read.ts'

export type StudyZipOptions = {
  /** Called after each image. */
  onProgress?: (done: number, total: number) => void
  /** Called when a study of several is begun, with its place among them. */
  onStudy?: (index: number) => void
  signal?: AbortSignal
}

export type StudyZipResult = {
  instances: number
  /** Of the whole ZIP. */
  bytes: number
  /** As `hashInstances` of instances-hash.ts. */
  instancesHash: string
  /** As `hashOfEach`, of the files' names in the archive. */
  filesHash: string | null
  /** As `hashOfEach`, of the MD5 of what was packed. */
  contentHash: string | null
}

/** One of several studies in a ZIP; `folder` is its own. */
export type FolderStudy = { orthancId: string; studyInstanceUid: string; folder: string }

/** Images came or went while the ZIP was being written. */
export class StudyChanged extends Error {
  override name = 'StudyChanged'
}

// Written and not yet taken by the output, at most; an entry in hand comes on top.
const MAX_WAITING_BYTES = 4 * 1024 * 1024

/**
 * Writes a ZIP of all DICOM files of a study to `output` and ends it: stored, not compressed, in a folder per series, with `manifest.txt` at
 * its end. The files are those of `/instances/{id}/file`, because Orthanc's own archive is slow and may silently be incomplete.
 * Throws `StudyChanged`, `OrthancNotFound`, `OrthancDown`, `OrthancBadAnswer` or the output's error; `output` is then destroyed, never ended.
 */
export async function writeStudyZip(
  orthanc: Orthanc,
  study: { orthancId: string; studyInstanceUid: string },
  output: Writable,
  options: StudyZipOptions = {},
): Promise<StudyZipResult> {
  const { bytes, studies } = await writeStudiesZip(orthanc, [{ ...study, folder: '' }], output, options)
  const [written] = studies
  if (!written) throw new Error('the study was not written')
  return { bytes, ...written }
}

export type StudiesZipResult = { bytes: number; studies: Omit<StudyZipResult, 'bytes'>[] }

/** Writes the ZIP of several studies, one after the other. Checks each when it is written. The progress is that of the current study. */
export async function writeStudiesZip(
  orthanc: Orthanc,
  studies: readonly FolderStudy[],
  output: Writable,
  options: StudyZipOptions = {},
): Promise<StudiesZipResult> {
  const gone = new AbortController()
  const noteGone = () => {
    if (!output.writableFinished) gone.abort(new Error('the output was closed'))
  }
  output.once('close', noteGone)
  const signal = options.signal ? AbortSignal.any([options.signal, gone.signal]) : gone.signal
  try {
    const archive = new ZipArchive({ store: true })
    const waiting = meter()
    const written: StudiesZipResult['studies'] = []
    const fill = async () => {
      for (const [index, study] of studies.entries()) {
        options.onStudy?.(index)
        const entries = await listEntries(orthanc, study)
        const before = hashesOf(entries)
        const packed = await appendAll(archive, { entries, study, waiting, signal }, orthanc, options.onProgress)
        const after = hashesOf(await listEntries(orthanc, study))
        if (!isDeepStrictEqual(before, after)) throw new StudyChanged('the study changed meanwhile')
        written.push({ instances: entries.length, ...before, contentHash: hashOfEach(packed) })
      }
    }
    await pipeline(() => produce(archive, fill, waiting), output, { signal })
    return { bytes: archive.pointer(), studies: written }
  } catch (error) {
    output.on('error', () => {})
    output.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  } finally {
    output.off('close', noteGone)
    gone.abort()
  }
}

const within = (folder: string, path: string) => (folder === '' ? path : `${folder}/${path}`)

async function listEntries(orthanc: Orthanc, { orthancId, folder }: FolderStudy): Promise<ZipEntry[]> {
  const [instances, series] = await Promise.all([orthanc.listStudyInstances(orthancId), orthanc.getStudySeries(orthancId)])
  const codes = series.map(({ ID, MainDicomTags: { Modality, BodyPartExamined } }) => {
    return [ID, { modality: Modality, bodyPart: BodyPartExamined }] as const
  })
  return nameEntries(instances, new Map(codes)).map((entry) => ({ ...entry, path: within(folder, entry.path) }))
}

const hashesOf = (entries: ZipEntry[]) => ({
  instancesHash: hashInstances(entries.map(({ instance }) => instance.id)),
  filesHash: hashOfEach(entries.map(({ instance }) => [instance.id, instance.fileUuid] as const)),
})

/** Bytes that were given to the archive and have not come out: it takes whatever it is given, however slow its reader. */
function meter() {
  const taken = new EventEmitter()
  let bytes = 0
  return {
    add(count: number) {
      bytes += count
    },
    take(count: number) {
      bytes -= count
      taken.emit('taken')
    },
    async untilLow(signal: AbortSignal) {
      while (bytes > MAX_WAITING_BYTES) await once(taken, 'taken', { signal })
    },
  }
}

type Meter = ReturnType<typeof meter>

async function* produce(archive: ZipArchive, fill: () => Promise<void>, waiting: Meter): AsyncGenerator<Buffer> {
  const filling = fill().then(
    () => void archive.finalize().catch(() => {}),
    (error: Error) => void archive.destroy(error),
  )
  for await (const chunk of archive) {
    waiting.take(chunk.length)
    yield chunk
  }
  await filling
}

type Filling = { entries: ZipEntry[]; study: FolderStudy; waiting: Meter; signal: AbortSignal }

/** Returns the MD5 of each image's file, by Orthanc's ids. */
async function appendAll(
  archive: ZipArchive,
  { entries, study: { studyInstanceUid, folder }, waiting, signal }: Filling,
  orthanc: Orthanc,
  onProgress: StudyZipOptions['onProgress'],
): Promise<Map<string, string>> {
  const date = new Date()
  const lines = [
    `Study Instance UID: ${studyInstanceUid}`,
    `Files: ${entries.length}`,
    '',
    'Path\tSOP Instance UID\tBytes\tSHA-256',
  ]
  const packed = new Map<string, string>()
  for await (const entry of readAhead(orthanc, entries, signal)) {
    const { size, sha256, md5 } = await append(archive, entry, date, waiting, signal)
    lines.push([entry.path, entry.instance.sopInstanceUid, size, sha256].join('\t'))
    packed.set(entry.instance.id, md5)
    onProgress?.(packed.size, entries.length)
    await waiting.untilLow(signal)
  }
  await appendOne(archive, Buffer.from(`${lines.join('\r\n')}\r\n`), { name: within(folder, 'manifest.txt'), date }, signal)
  return packed
}

async function append(archive: ZipArchive, { path, content }: ReadEntry, date: Date, waiting: Meter, signal: AbortSignal) {
  const hash = createHash('sha256')
  // The archive's own checksum, which tells later whether an image that was sent again is the same.
  const archiveHash = createHash('md5')
  let size = 0
  const tally = (chunk: Buffer) => {
    hash.update(chunk)
    archiveHash.update(chunk)
    size += chunk.length
    waiting.add(chunk.length)
  }
  if (Buffer.isBuffer(content)) tally(content)
  const source = Buffer.isBuffer(content) ? content : Readable.from(tallied(content, tally), { objectMode: false })
  await appendOne(archive, source, { name: path, date }, signal)
  return { size, sha256: hash.digest('hex'), md5: archiveHash.digest('hex') }
}

async function* tallied(source: Readable, tally: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    tally(chunk)
    yield chunk
  }
}

async function appendOne(
  archive: ZipArchive,
  source: Buffer | Readable,
  data: { name: string; date: Date },
  signal: AbortSignal,
) {
  const appended = once(archive, 'entry', { signal })
  archive.append(source, data)
  await appended
}
