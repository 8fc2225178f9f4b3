import type { Endpoint, MultipartBody } from '@readroom/contracts/core/endpoint'
import { AppError } from '@readroom/contracts/core/errors'
import { StorageDown } from '@readroom/storage/object-storage'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { safeFileName } from '../../file-content.ts'
import { invalidField } from '../errors.ts'
import { maxFields } from './multipart.ts'
import { openSpool, type Spool, type SpooledFile } from './spool.ts'

type FilesEndpoint = Endpoint & { multipart: MultipartBody & { file: { maxFiles: number } } }

export type ArrivedFile = SpooledFile & { fileName: string }
type FileLimits = FilesEndpoint['multipart']['file']
type Arrived<E extends FilesEndpoint> = { fields: z.output<E['multipart']['fields']>; files: ArrivedFile[] }

const limitCodes = ['FST_FILES_LIMIT', 'FST_PARTS_LIMIT']

/** Blames the sender for a malformed or interrupted form. */
function refusalOf(error: unknown, max: number): unknown {
  if (error instanceof AppError || error instanceof StorageDown) return error
  const isLimit = error instanceof Error && 'code' in error && limitCodes.includes(String(error.code))
  return isLimit ? new AppError('TOO_MANY_FILES', { max }) : new AppError('BAD_REQUEST')
}

type Parts = ReturnType<FastifyRequest['parts']>

/** Reads the whole request even after a refusal, because a client that is still sending does not see the answer. */
async function readParts(parts: Parts, { name, maxFiles: max, tooLarge }: FileLimits, spool: Spool) {
  const fields: Record<string, unknown> = {}
  const files: ArrivedFile[] = []
  let refusal: AppError | null = null
  try {
    for await (const part of parts) {
      const isOurs = part.type === 'field' ? !part.valueTruncated : part.fieldname === name
      if (!isOurs) refusal ??= new AppError('INVALID_FIELD', { field: part.fieldname })
      if (part.type === 'field') fields[part.fieldname] = part.value
      else if (refusal) part.file.resume()
      else {
        const fileName = safeFileName(part.filename)
        files.push({ ...(await spool.add(part.file)), fileName })
        if (part.file.truncated) refusal = new AppError(tooLarge, { fileName })
      }
    }
  } catch (error) {
    throw refusal ?? refusalOf(error, max)
  }
  if (refusal) throw refusal
  return { fields, files }
}

/**
 * Runs `work` with the fields and files of a multipart request. The files are on disk, never in memory, and are removed afterwards.
 * Throws TOO_MANY_FILES, the entry's `tooLarge`, INVALID_FIELD or BAD_REQUEST.
 */
export async function withMultipartFiles<E extends FilesEndpoint, T>(
  request: FastifyRequest,
  { multipart }: E,
  work: (arrived: Arrived<E>) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new AppError('BAD_REQUEST')
  const spool = openSpool()
  try {
    const { maxBytes: fileSize, maxFiles } = multipart.file
    const limits = { fileSize, files: maxFiles, parts: maxFiles + maxFields }
    const { fields, files } = await readParts(request.parts({ limits }), multipart.file, spool)
    if (files.length === 0) throw new AppError('INVALID_FIELD', { field: multipart.file.name })
    const parsed = multipart.fields.safeParse(fields)
    if (!parsed.success) throw invalidField(parsed.error.issues[0]?.path ?? [])
    // The entry's schema produced this type. The compiler cannot follow it.
    return await work({ fields: parsed.data as z.output<E['multipart']['fields']>, files })
  } finally {
    await spool.close()
  }
}
