import { type DocumentCategory, documentEndpoints, unknownPatientId } from '@readroom/contracts/patients/documents'
import { useRef, useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import type { Progress } from '../../../lib/api/send-multipart.ts'
import { notify } from '../../../lib/notify.tsx'
import { refuseFile } from './document-files.ts'
import type { DocumentOwner } from './documents.queries.ts'

const uploadTimeoutMs = 60_000
const sendingAtOnce = 3
const failed = 'Failed to upload document(s)'

/** A chosen file. `progress` is set while it is sent or waits its turn, `failure` after it was refused. */
export type Chosen = {
  key: number
  file: File
  category: DocumentCategory
  progress: Progress | null
  failure: string | null
}

let lastKey = 0

/** Reports the files that can't be documents, and returns the others. */
async function acceptable(files: readonly File[]): Promise<File[]> {
  const judged = await Promise.all(files.map(async (file) => ({ file, refusal: await refuseFile(file) })))
  const refusals = judged.flatMap(({ refusal }) => refusal ?? [])
  for (const refusal of refusals.slice(0, 3)) notify.error(refusal)
  if (refusals.length > 3) notify.error(`${refusals.length - 3} more files are not accepted.`)
  return judged.flatMap(({ file, refusal }) => (refusal === null ? [file] : []))
}

/** Sends one file. Returns null, or why it failed. Rejects if it was cancelled. */
async function send(
  { patientId, studyId }: DocumentOwner,
  { file, category }: Chosen,
  cancel: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<string | null> {
  const options = { signal: AbortSignal.any([cancel, AbortSignal.timeout(uploadTimeoutMs)]), onProgress }
  const params = { patientId: patientId ?? unknownPatientId }
  const fields = { documentType: category, type: category, studyId }
  try {
    await api.upload(documentEndpoints.upload, { params }, { file, fields }, options)
    return null
  } catch (error) {
    cancel.throwIfAborted()
    return messageOf(error, failed)
  }
}

/** Keeps the chosen files until they are uploaded. Each has its own request, so that one failure doesn't affect the others. */
export function useUploads(owner: DocumentOwner, onUploaded: () => void) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([])
  const cancels = useRef(new Map<number, AbortController>())

  const change = (key: number, changed: Partial<Chosen>) =>
    setChosen((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)))
  const drop = (key: number) => setChosen((all) => all.filter((one) => one.key !== key))

  /** Returns true if the file was uploaded. */
  async function sendOne(one: Chosen): Promise<boolean> {
    const { key } = one
    const cancel = cancels.current.get(key)?.signal
    if (!cancel || cancel.aborted) return false
    const failure = await send(owner, one, cancel, (progress) => change(key, { progress })).catch(() => 'cancelled')
    cancels.current.delete(key)
    if (cancel.aborted) return false
    if (failure === null) {
      drop(key)
      onUploaded()
    } else {
      change(key, { progress: null, failure })
      notify.error(failure)
    }
    return failure === null
  }

  async function uploadAll() {
    const waiting = chosen.filter(({ progress }) => progress === null)
    for (const { key, file } of waiting) {
      cancels.current.set(key, new AbortController())
      change(key, { progress: { loaded: 0, total: file.size }, failure: null })
    }
    const queue = [...waiting]
    let uploaded = 0
    const work = async () => {
      for (let next = queue.shift(); next; next = queue.shift()) if (await sendOne(next)) uploaded += 1
    }
    await Promise.all(Array.from({ length: sendingAtOnce }, work))
    if (uploaded > 0) notify.success('Document(s) uploaded successfully')
  }

  return {
    chosen,
    async choose(files: readonly File[], category: DocumentCategory) {
      const added = (await acceptable(files)).map((file) => {
        lastKey += 1
        return { key: lastKey, file, category, progress: null, failure: null }
      })
      setChosen((all) => [...all, ...added])
    },
    setCategory: (key: number, category: DocumentCategory) => change(key, { category }),
    /** Removes a file, even while it is being sent. */
    remove(key: number) {
      cancels.current.get(key)?.abort()
      cancels.current.delete(key)
      drop(key)
    },
    uploadAll,
  }
}
