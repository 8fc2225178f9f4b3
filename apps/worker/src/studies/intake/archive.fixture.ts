import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readSampleFolder } from '@readroom/local/core/config'
import { type Orthanc as ArchiveProcess, type OrthancOptions, startOrthanc } from '@readroom/local/services/orthanc'
import type {} from '@readroom/local/suites/vitest-services'
import { createOrthanc } from '@readroom/orthanc/client'
import { z } from 'zod'

/** Real studies of many makers; tests that need one are skipped if the folder is absent. */
export const sampleFolder = readSampleFolder(fileURLToPath(new URL('../../../../../', import.meta.url)))

const run = promisify(execFile)
/** An Orthanc of the test's own, with its client and what a scanner can do. */
export async function openArchive(options: Partial<OrthancOptions> = {}) {
  const dir = options.dir ?? (await mkdtemp(join(tmpdir(), 'readroom-test-')))
  const archive = await startOrthanc({ durable: false, ...options, dir })
  const orthanc = createOrthanc(archive)

  const { read, ...rest } = scanner(archive)

  async function close(): Promise<void> {
    await orthanc.close()
    await archive.kill()
    await rm(dir, { recursive: true, force: true })
  }

  async function fileOf(instanceId: string): Promise<string> {
    const { FileUuid } = z.object({ FileUuid: z.string() }).parse(await read(`/instances/${instanceId}`))
    return join(dir, 'storage', FileUuid.slice(0, 2), FileUuid.slice(2, 4), FileUuid)
  }

  /** The disk loses the file behind an instance. */
  const loseFile = async (instanceId: string) => rm(await fileOf(instanceId))

  /** Empties the file behind an instance, as a full disk does. */
  const emptyFile = async (instanceId: string) => writeFile(await fileOf(instanceId), '')

  return { ...archive, dir, orthanc, close, loseFile, emptyFile, ...rest }
}

const Uploaded = z.object({ ID: z.string(), ParentStudy: z.string(), ParentSeries: z.string() })

function scanner({ url, username, password, dicomPort, aeTitle }: ArchiveProcess) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

  async function ask(path: string, options: RequestInit): Promise<Response> {
    return fetch(url + path, { ...options, headers: { authorization } })
  }

  /** Over HTTP: fast, but without a calling AE title. Returns Orthanc's ids. */
  async function upload(...images: Buffer[]) {
    const answers: z.infer<typeof Uploaded>[] = []
    for (const body of images) {
      const response = await ask('/instances', { method: 'POST', body: new Uint8Array(body) })
      answers.push(Uploaded.parse(await response.json()))
    }
    return answers
  }

  /** By C-STORE, as scanners do. */
  async function store(callingAeTitle: string, ...images: Buffer[]): Promise<void> {
    const dir = await mkdtemp(join(tmpdir(), 'readroom-test-'))
    const files = images.map((_, index) => join(dir, `${index}.dcm`))
    await Promise.all(images.map((image, index) => writeFile(files[index] ?? '', image)))
    await run('storescu', ['-aet', callingAeTitle, '-aec', aeTitle, '127.0.0.1', String(dicomPort), ...files])
    await rm(dir, { recursive: true })
  }

  const remove = async (path: string) => {
    await ask(path, { method: 'DELETE' })
  }

  const read = async (path: string): Promise<unknown> => (await ask(path, {})).json()

  /** The archive stores an image compressed from now on. */
  const compress = async (instanceId: string) => {
    await ask(`/instances/${instanceId}/attachments/dicom/compress`, { method: 'POST', body: '' })
  }

  return {
    upload,
    store,
    remove,
    compress,
    read,
    offer: (body: Buffer) => ask('/instances', { method: 'POST', body: new Uint8Array(body) }),
  }
}

/** The files of a study of the sample folder. */
export async function readSample(name: string): Promise<Buffer[]> {
  const dir = join(sampleFolder, name)
  const names = (await readdir(dir)).filter((file) => file.endsWith('.dcm')).sort()
  return Promise.all(names.map((file) => readFile(join(dir, file))))
}

export { newUid } from '@readroom/orthanc/testing/make-image'
