import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { StandardRetryStrategy } from '@smithy/core/retry'
import type { RetryErrorInfo, StandardRetryToken } from '@smithy/types'
import { attachment } from './attachment.ts'
import { checkKey, ObjectNotFound, type ObjectStorage, type PutOptions, StorageDown } from './object-storage.ts'

export type S3Config = {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Left out: Amazon's own for the region. */
  endpoint?: string
  /** The address of the storage for browsers, if it differs. */
  publicEndpoint?: string
  forcePathStyle?: boolean
}

/** The time limits of requests to the storage. A frozen storage keeps its connections open and answers nothing. */
export type S3Limits = {
  connectMs: number
  /** Until an answer begins. */
  answerMs: number
  /** Until an answer begins, if a part of an upload goes out first. */
  uploadMs: number
  /** Until the storage takes more of an upload, or answers it. */
  stallMs: number
  /** Also tries again, three times in all, if a limit was passed, and not only if a connection broke. */
  isPatient: boolean
  /** Until more of an answer comes, or a reader takes more of it. */
  silenceMs: number
}

const patient: S3Limits = {
  connectMs: 3_000,
  answerMs: 5_000,
  uploadMs: 60_000,
  stallMs: 60_000,
  silenceMs: 60_000,
  isPatient: true,
}

const ATTEMPTS = 3

/** The client calls a connection that broke a timeout as well. */
const isLimitPassed = (error: unknown) =>
  error instanceof Error &&
  error.name === 'TimeoutError' &&
  !('code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'))

/** Tries again if a connection broke, and leaves it if a limit was passed: somebody waits. */
class ImpatientRetryStrategy extends StandardRetryStrategy {
  override async refreshRetryTokenForRetry(token: StandardRetryToken, why: RetryErrorInfo): Promise<StandardRetryToken> {
    if (isLimitPassed(why.error)) throw why.error
    return super.refreshRetryTokenForRetry(token, why)
  }
}

// Slow readers of objects must not keep others waiting for a connection: that would look like a frozen storage.
export const maxSockets = 1_000

// Memory per upload: PARTS_AT_ONCE parts in flight and one being filled. 10,000 parts make objects of up to 80 GB.
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2

type Timeouts = { connectionTimeout: number; requestTimeout: number; socketTimeout: number }

function openClient(config: S3Config, endpoint: string | undefined, timeouts: Timeouts, isPatient: boolean): S3Client {
  const { region, accessKeyId, secretAccessKey, forcePathStyle = false } = config
  return new S3Client({
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint === undefined ? {} : { endpoint }),
    // R2, Ceph and Swift do not understand the newer default checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(isPatient ? { maxAttempts: ATTEMPTS } : { retryStrategy: new ImpatientRetryStrategy(ATTEMPTS) }),
    requestHandler: { ...timeouts, throwOnRequestTimeout: true, httpAgent: { maxSockets }, httpsAgent: { maxSockets } },
  })
}

const isMissing = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
const isBeyondEnd = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416

/** The client's own errors carry `$metadata`; a failing source's do not. */
function translate(error: unknown): never {
  if (!(error instanceof Error && '$metadata' in error)) throw error
  throw new StorageDown(`the object storage failed (${error.name})`, { cause: error })
}

/**
 * Storage in a bucket of S3 or anything that speaks it. A process that is killed while uploading leaves invisible parts:
 * give the bucket a lifecycle rule that aborts incomplete multipart uploads after a day.
 */
export function openS3(config: S3Config, limits: S3Limits = patient): ObjectStorage {
  const { bucket: Bucket, endpoint, publicEndpoint } = config
  const { connectMs: connectionTimeout, answerMs, uploadMs, stallMs, silenceMs, isPatient } = limits
  const asking = { connectionTimeout, requestTimeout: answerMs, socketTimeout: silenceMs }
  const client = openClient(config, endpoint, asking, isPatient)
  const uploading = { connectionTimeout, requestTimeout: uploadMs, socketTimeout: stallMs }
  const uploadClient = openClient(config, endpoint, uploading, isPatient)
  const linkClient = publicEndpoint === undefined ? client : openClient(config, publicEndpoint, asking, isPatient)

  /** Removes the parts of an upload that came to nothing; if that fails, the bucket's rule does. */
  async function abandon(Key: string, UploadId: string | undefined): Promise<void> {
    if (UploadId !== undefined) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
  }

  async function upload(Key: string, body: Readable, options: PutOptions): Promise<number> {
    const tally = { size: 0 }
    const params = { Bucket, Key, ...headersOf(options), Body: Readable.from(counted(body, tally), { objectMode: false }) }
    const job = new Upload({
      client: uploadClient,
      params,
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
      leavePartsOnError: true,
    })
    try {
      await job.done()
    } catch (error) {
      body.destroy()
      const abandoned = abandon(Key, job.uploadId)
      // While a user waits, don't wait a second time for a storage that froze midway.
      if (isPatient) await abandoned
      throw error
    }
    return tally.size
  }

  return {
    provider: /\.r2\.cloudflarestorage\.com$/.test(new URL(endpoint ?? 'https://amazonaws.com').hostname) ? 'r2' : 's3',

    async put(key, body, options) {
      const Key = checkKey(key)
      if (!Buffer.isBuffer(body)) return { size: await upload(Key, body, options).catch(translate) }
      await uploadClient.send(new PutObjectCommand({ Bucket, Key, Body: body, ...headersOf(options) })).catch(translate)
      return { size: body.length }
    },

    async get(key, range) {
      const Range = range && `bytes=${range.start}-${range.end ?? ''}`
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand({ Bucket, Key: checkKey(key), Range }))
        if (!(Body instanceof Readable) || ContentLength === undefined) throw new StorageDown('the object storage sent no object')
        return { stream: Body, size: ContentLength }
      } catch (error) {
        if (isMissing(error)) throw new ObjectNotFound(key)
        if (isBeyondEnd(error)) return { stream: Readable.from([], { objectMode: false }), size: 0 }
        return translate(error)
      }
    },

    async head(key) {
      try {
        const { ContentLength } = await client.send(new HeadObjectCommand({ Bucket, Key: checkKey(key) }))
        return { size: ContentLength ?? 0 }
      } catch (error) {
        return isMissing(error) ? null : translate(error)
      }
    },

    async ping() {
      // Also if we may not ask for it: it answers.
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        if (!(error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500)) translate(error)
      })
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) })).catch((error: unknown) => {
        if (!isMissing(error)) translate(error)
      })
    },

    async *list(folder) {
      const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${checkKey(folder)}/` })
      try {
        for await (const { Contents = [] } of pages) {
          for (const { Key, Size = 0, LastModified } of Contents) {
            if (Key !== undefined && LastModified) yield { key: Key, size: Size, modifiedAt: LastModified }
          }
        }
      } catch (error) {
        translate(error)
      }
    },

    // The name stays with the object: a name in the URL would be in the logs of everybody on the way.
    async link(key, { expiresInSeconds }) {
      return getSignedUrl(linkClient, new GetObjectCommand({ Bucket, Key: checkKey(key) }), { expiresIn: expiresInSeconds })
    },
  }
}

function headersOf({ contentType, fileName }: PutOptions) {
  return { ContentType: contentType, ...(fileName !== undefined && { ContentDisposition: attachment(fileName) }) }
}

async function* counted(source: Readable, tally: { size: number }): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    tally.size += chunk.length
    yield chunk
  }
}
