import type { Endpoint, MultipartBody } from '@readroom/contracts/core/endpoint'
import { networkError } from './api-error.ts'

/** Bytes. `total` is null if it is unknown. */
export type Progress = { loaded: number; total: number | null }

export type UploadEndpoint = Endpoint & { method: 'POST' | 'PUT'; multipart: MultipartBody }

/** The parts of a form. All fields are text. */
export type UploadParts = { file: File | null; fields: Record<string, string> }

type Options = { signal?: AbortSignal | undefined; onProgress?: ((progress: Progress) => void) | undefined }

/** Sends the fields, then the file. Uses XMLHttpRequest, because fetch doesn't report upload progress. */
export function sendMultipart(
  { method, multipart }: UploadEndpoint,
  url: string,
  { file, fields }: UploadParts,
  headers: Record<string, string>,
  options: Options,
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file) form.append(multipart.file.name, file)

  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
      options.onProgress?.({ loaded, total: lengthComputable ? total : null })
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    request.onloadend = () => options.signal?.removeEventListener('abort', abort)
    options.signal?.addEventListener('abort', abort)
    request.send(form)
  })
}
