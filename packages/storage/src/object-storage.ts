import type { Readable } from 'node:stream'

/** Bytes `start` to `end`, both included, counted from 0; an `end` beyond the object means its last byte. */
export type ByteRange = { start: number; end?: number }

/** `fileName`: what browsers save it as that come to it by a link. */
export type PutOptions = { contentType: string; fileName?: string }

export type StoredObject = { key: string; size: number; modifiedAt: Date }

/**
 * The storage of files. Keys are made by us: segments of letters, digits, `.`, `_` and `-`, joined by `/`; another key throws a TypeError. Throws
 * `ObjectNotFound` for a missing key and `StorageDown` if the storage does not work; a failing source's own error passes through.
 */
export type ObjectStorage = {
  /** For people: `local`, `s3` or `r2`. */
  provider: string
  /** Stores all of `body`, or nothing if it fails midway. Replaces what was there. */
  put(key: string, body: Readable | Buffer, options: PutOptions): Promise<{ size: number }>
  /** `size` is the number of bytes that `stream` delivers. The stream must be read to its end or destroyed. */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>
  head(key: string): Promise<{ size: number } | null>
  /** Resolves if the storage answers, whatever it holds. */
  ping(): Promise<void>
  /** Also succeeds if there is nothing. Local disk: takes along what a killed process left of it. */
  delete(key: string): Promise<void>
  /** The objects whose keys begin with a folder's name and `/`, in no order. An object that is still being written is not listed. */
  list(folder: string): AsyncIterable<StoredObject>
  /**
   * A URL that downloads the object from the storage itself, under the name it was stored with and without any other credential, until it
   * expires. Absent if browsers do not reach the storage: then we pass the object on.
   */
  link?(key: string, options: { expiresInSeconds: number }): Promise<string>
}

export class ObjectNotFound extends Error {
  override name = 'ObjectNotFound'
}

/** The storage cannot be reached, is full, or refuses us. */
export class StorageDown extends Error {
  override name = 'StorageDown'
}

const segment = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

export function checkKey(key: string): string {
  if (key.length > 500 || !key.split('/').every((part) => segment.test(part))) throw new TypeError('not a storage key')
  return key
}
