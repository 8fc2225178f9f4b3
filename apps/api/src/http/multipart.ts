import type { Endpoint } from '@readroom/contracts/endpoint'
import { AppError } from '@readroom/contracts/errors'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'

type MultipartEndpoint = Endpoint & { multipart: NonNullable<Endpoint['multipart']> }

export type UploadedFile = { fileName: string; bytes: Buffer }

/** The one file and the fields of a multipart request, within the entry's limits. Throws FILE_TOO_LARGE or BAD_REQUEST. */
export async function readMultipart<E extends MultipartEndpoint>(
  request: FastifyRequest,
  { multipart }: E,
): Promise<{ file: UploadedFile; fields: z.output<E['multipart']['fields']> }> {
  if (!request.isMultipart()) throw new AppError('BAD_REQUEST')
  const fields: Record<string, unknown> = {}
  let file: UploadedFile | null = null
  for await (const part of request.parts({ limits: { fileSize: multipart.maxFileBytes } })) {
    if (part.type === 'file') file = { fileName: part.filename, bytes: await part.toBuffer() }
    else fields[part.fieldname] = part.value
  }
  const parsed = multipart.fields.safeParse(fields)
  if (!file || !parsed.success) throw new AppError('BAD_REQUEST')
  return { file, fields: parsed.data as z.output<E['multipart']['fields']> }
}
