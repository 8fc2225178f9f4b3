import { EncodedDataset } from '@readroom/orthanc/encoded-dataset'
import dimse from 'dcmjs-dimse'
import type { DicomFile } from '../dicom/make-study.ts'

export interface Destination {
  host: string
  port: number
  /** At most 16 characters; says which laboratory sends. */
  callingAeTitle: string
  calledAeTitle: string
}

/** Files per association: enough that opening it costs nothing, few enough to keep in memory. */
const BATCH = 16
/** Orthanc takes 40 ms or more over one image, and as many at a time. */
const ASSOCIATIONS = 4
/** For each batch: a busy machine connects late. */
const TRIES = 4
const SUCCESS = 0

const { Client, log, requests } = dimse

log.setLevel('silent')

/**
 * Sends Part 10 files to an archive by C-STORE (PS3.4 annex B), over four associations at a time.
 * `files` is read as it goes. A batch that fails is sent again: the archive keeps the images that it has. Returns how many were stored. Throws if the
 * archive cannot be reached or refuses one of them.
 */
export async function sendStudies({ files, ...destination }: Destination & { files: Iterable<DicomFile> }): Promise<number> {
  let sent = 0
  const waiting = batches(files)
  const sendWaiting = async () => {
    for (const batch of waiting) {
      await sendPatiently(destination, batch, TRIES)
      sent += batch.length
    }
  }
  await Promise.all(Array.from({ length: ASSOCIATIONS }, sendWaiting))
  return sent
}

function* batches(files: Iterable<DicomFile>): Generator<DicomFile[]> {
  let batch: DicomFile[] = []
  for (const file of files) {
    batch.push(file)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function sendPatiently(destination: Destination, files: readonly DicomFile[], tries: number): Promise<void> {
  try {
    await sendBatch(destination, files)
  } catch (error) {
    if (tries === 1) throw error
    await sendPatiently(destination, files, tries - 1)
  }
}

/** One association. The library tells of refusals by events only, and of a file it could not offer not at all. */
function sendBatch({ host, port, callingAeTitle, calledAeTitle }: Destination, files: readonly DicomFile[]): Promise<void> {
  const client = new Client()
  let [stored, refused, problem] = [0, 0, '']
  for (const file of files) {
    const request = new requests.CStoreRequest(new EncodedDataset(file.bytes))
    request.on('response', (response) => {
      if (response.getStatus() === SUCCESS) stored += 1
      else refused += 1
    })
    client.addRequest(request)
  }
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => () => {
      problem ||= reason
    }
    client.on('networkError', (error) => fail(error.message)())
    client.on('associationRejected', fail('it refused the association'))
    client.on('abort', fail('it broke the association off'))
    client.on('closed', () => {
      if (stored === files.length) resolve()
      else
        reject(
          new Error(`The archive stored ${stored} of ${files.length} images, refused ${refused}${problem && `: ${problem}`}`),
        )
    })
    client.send(host, port, callingAeTitle, calledAeTitle, {
      connectTimeout: 10_000,
      associationTimeout: 10_000,
      pduTimeout: 60_000,
    })
  })
}
