import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import pLimit from 'p-limit'
import { z } from 'zod'
import * as answers from './answers.ts'
import { copyUnder } from './copy-instance.ts'
import { writeDocument } from './dicom-document.ts'
import { type EncapsulatedPdf, encapsulatedPdfRequest } from './encapsulated-pdf.ts'
import { OrthancBadAnswer, OrthancDown, OrthancNotFound } from './errors.ts'
import { type AskOptions, type OrthancAddress, type OrthancLimits, openTransport } from './transport.ts'

export type Orthanc = ReturnType<typeof createOrthanc>

/** An answer of the archive whose body is still to be read or destroyed. */
export type RawAnswer = {
  statusCode: number
  headers: IncomingHttpHeaders
  body: Readable & { text: () => Promise<string>; dump: () => Promise<void> }
}

/** Orthanc leaves out values of more than 256 characters, but for these. */
const kept = [
  'PatientName',
  'PatientID',
  'AccessionNumber',
  'StudyDescription',
  'SeriesDescription',
  'ReferringPhysicianName',
  'InstitutionName',
].join(',')

/** Orthanc describes each image in some 700 bytes. */
const IMAGES_AT_ONCE = 5_000

const HEADERS_AT_ONCE = 8

/** Where an image came from, and when. `fileUuid`: another one if the same image was sent again after it was deleted. */
export type Arrival = { aeTitle: string | null; at: Date | null; fileUuid: string | null }

/** Orthanc describes thousands of images before it answers with their list. */
const listingMs = 60_000

/** `id` as part of a path. Throws if it is not Orthanc's: Orthanc decodes and normalises paths. */
function checked(id: string): string {
  return answers.ResourceId.parse(id)
}

function page(since: number, limit: number): string {
  const { from, size } = z.object({ from: z.int().min(0), size: z.int().min(1) }).parse({ from: since, size: limit })
  return `since=${from}&limit=${size}`
}

/** Refuses what Orthanc would resolve to another resource than the caller's checks looked at. */
function checkRawPath(path: string): void {
  const { pathname } = new URL(path, 'http://archive')
  if (path.split('?')[0] !== pathname || /%2[ef]|%5c|%00|\/\/|\\/i.test(pathname)) throw new TypeError('not a plain archive path')
}

/**
 * The one client of the archive (Orthanc 1.10.1 and later). Its POSTs are questions, but for those that put a backup back and a report in.
 * Every function throws `OrthancDown`, `OrthancNotFound` or `OrthancBadAnswer`; ids that are not Orthanc's throw a ZodError.
 */
export function createOrthanc(address: OrthancAddress, limits: Partial<OrthancLimits> = {}) {
  const { send, open, readText, readBytes, readJson, close } = openTransport(address, limits)

  const getStudySeries = async (id: string) => readJson(`/studies/${checked(id)}/series`, z.array(answers.Series))

  /** Describes instances in pages, each in one request. */
  async function describeInstances<T>(ids: string[], schema: z.ZodType<T[]>): Promise<T[]> {
    const found: T[] = []
    for (let from = 0; from < ids.length; from += IMAGES_AT_ONCE) {
      const Resources = ids.slice(from, from + IMAGES_AT_ONCE).map(checked)
      const body = JSON.stringify({ Resources, Level: 'Instance', Metadata: true })
      found.push(...(await readJson('/tools/bulk-content', schema, { body, answerMs: listingMs })))
    }
    return found
  }

  async function readIfThere(path: string, maxBytes: number): Promise<Buffer | null> {
    try {
      return await readBytes(path, maxBytes)
    } catch (error) {
      if (error instanceof OrthancNotFound) return null
      throw error
    }
  }

  /** An image of a study by its UID, or null. */
  async function findInstance(studyId: string, sopInstanceUid: string) {
    const found = await readJson('/tools/lookup', answers.Found, { body: sopInstanceUid })
    for (const { ID } of found.filter(({ Type }) => Type === 'Instance')) {
      const instance = await readJson(`/instances/${checked(ID)}`, answers.Instance)
      const series = await readJson(`/series/${checked(instance.ParentSeries)}`, answers.Series)
      // Orthanc finds UIDs that differ in case alone as well.
      if (series.ParentStudy === studyId && instance.MainDicomTags.SOPInstanceUID === sopInstanceUid) return { instance, series }
    }
    return null
  }

  /** The image's own tags that are text, decoded to Unicode, by keyword. At most 64 MiB of JSON are read. */
  const getInstanceHead = async (id: string) =>
    readJson(`/instances/${checked(id)}/simplified-tags?ignore-length=${kept}`, answers.InstanceHead)
  const getInstanceTags = async (id: string) => (await getInstanceHead(id)).tags

  const addFile = async (body: Readable, size: number) =>
    readJson('/instances', answers.Added, { body, headers: { 'content-length': String(size) }, answerMs: listingMs })

  /** Returns the id of what was added to a study. Throws OrthancBadAnswer if it is of another study, and then it is gone again. */
  async function demandOfStudy(studyId: string, { ID, ParentStudy }: answers.Added): Promise<string> {
    if (ParentStudy === studyId) return ID
    await readText(`/instances/${checked(ID)}`, 64 * 1024, { method: 'DELETE' })
    throw new OrthancBadAnswer('an instance was added to another study than its images')
  }

  const readChecksum = async (id: string) =>
    (await readIfThere(`/instances/${checked(id)}/attachments/dicom/md5`, 1024))?.toString('latin1') ?? null

  async function deleteInstance(id: string): Promise<void> {
    await readText(`/instances/${checked(id)}`, 64 * 1024, { method: 'DELETE' })
  }

  /** Streams an image with other UIDs of study and series. Its pixels stay as they are encoded. */
  async function openRenamed(id: string, uids: { StudyInstanceUID: string; SeriesInstanceUID: string }) {
    const body = JSON.stringify({ Replace: uids, Keep: ['SOPInstanceUID'], Force: true })
    const answer = await open(`/instances/${checked(id)}/modify`, { body, answerMs: listingMs })
    return { stream: answer.body, size: Number(answer.headers['content-length']) }
  }

  return {
    close,

    /** Names of the plugins that are loaded. */
    listPlugins: async (signal?: AbortSignal) => readJson('/plugins', z.array(z.string()), { signal }),

    system: async () => readJson('/system', answers.System),

    /** Changes after `since` (exclusive), oldest first. `Last` below `since`: the archive was wiped. */
    getChanges: async (since: number, limit: number) => readJson(`/changes?${page(since, limit)}`, answers.Changes),

    /** The number of the newest change; 0: there is none. */
    getLastChange: async () => (await readJson('/changes?last', answers.Changes)).Last,

    /** Ids of studies, in pages; `since` is a position. Deletions meanwhile shift the pages. */
    listStudies: async (since: number, limit: number) => readJson(`/studies?${page(since, limit)}`, answers.ResourceIds),

    /** Series with the ids of their instances, in pages; `since` is a position, as of `listStudies`. */
    listSeries: async (since: number, limit: number) => readJson(`/series?expand&${page(since, limit)}`, z.array(answers.Series)),

    /** Studies with the ids of their series, in pages. */
    listStudiesWithSeries: async (since: number, limit: number) =>
      readJson(`/studies?expand&${page(since, limit)}`, z.array(answers.Study)),

    /** Returns the size of all files of the image archive. */
    getDiskSize: async () => (await readJson('/statistics', answers.ArchiveStatistics)).TotalDiskSize,

    getStudy: async (id: string) => readJson(`/studies/${checked(id)}`, answers.Study),

    /**
     * Returns the ids of all studies of a study UID, of all laboratories. More than one if two patients have it. Orthanc finds UIDs that differ in
     * case alone as well, and studies whose accession number is this text.
     */
    async findStudies(studyInstanceUid: string): Promise<string[]> {
      const found = await readJson('/tools/lookup', answers.Found, { body: studyInstanceUid })
      return [...new Set(found.filter(({ Type }) => Type === 'Study').map(({ ID }) => ID))]
    },

    /** Finds an image of a study by its UID: the numbers that people know it by, and its frames. Null if the study has no such image. */
    async findImage(studyId: string, sopInstanceUid: string): Promise<answers.FoundImage | null> {
      const found = await findInstance(studyId, sopInstanceUid)
      if (!found) return null
      const { series, instance } = found
      return {
        id: instance.ID,
        seriesId: instance.ParentSeries,
        series: answers.wholeNumber(series.MainDicomTags.SeriesNumber),
        image: answers.wholeNumber(instance.MainDicomTags.InstanceNumber),
        frames: answers.wholeNumber(instance.MainDicomTags.NumberOfFrames) ?? 1,
      }
    },

    getStudyStatistics: async (id: string) => readJson(`/studies/${checked(id)}/statistics`, answers.Statistics),

    /** The study's series with the ids of their instances, in one request. */
    getStudySeries,

    getSeries: async (id: string) => readJson(`/series/${checked(id)}`, answers.Series),

    /** The transfer syntax that an image's file is stored in, as a UID. */
    getTransferSyntax: async (id: string, options: AskOptions = {}) =>
      readText(`/instances/${checked(id)}/metadata/TransferSyntax`, 1024, options),

    /** The images of a series, in no order. */
    listInstances: async (seriesId: string) =>
      readJson(`/series/${checked(seriesId)}/instances`, z.array(answers.Instance), { answerMs: listingMs }),

    getInstance: async (id: string) => readJson(`/instances/${checked(id)}`, answers.Instance),

    getInstanceHead,

    getInstanceTags,

    /** Returns the tags that all images of a study or series have with the same value, by keyword. Reads the head of every file. */
    getSharedTags: async (level: 'studies' | 'series', id: string) =>
      readJson(`/${level}/${checked(id)}/shared-tags?simplify&ignore-length=${kept}`, answers.Tags, { answerMs: listingMs }),

    /** Returns the tags of each image of a series as `getInstanceTags` does, by the archive's id. At most 64 MiB of JSON are read. */
    listTagsOfSeries: async (id: string): Promise<Map<string, answers.Tags>> => {
      const path = `/series/${checked(id)}/instances-tags?simplify&ignore-length=${kept}`
      return new Map(Object.entries(await readJson(path, z.record(answers.ResourceId, answers.Tags), { answerMs: listingMs })))
    },

    /**
     * Returns the sender's AE title, the arrival and the file of each of these images that the archive has. The title is null if the image did not come
     * by C-STORE, the time if the archive does not know it.
     */
    async listArrivals(ids: string[]): Promise<Map<string, Arrival>> {
      const instances = await describeInstances(ids, answers.InstancesWithMetadata)
      return new Map(
        instances.map(({ ID, FileUuid = null, Metadata: { RemoteAET, ReceptionDate = null } }) => [
          ID,
          { aeTitle: RemoteAET || null, at: ReceptionDate, fileUuid: FileUuid },
        ]),
      )
    },

    /** A value as the file holds it, without what pads it; null if the image has none. `tag` as in `0010-0010`. */
    async getRawValue(id: string, tag: '0010-0010'): Promise<Buffer | null> {
      return readIfThere(`/instances/${checked(id)}/content/${tag}`, 64 * 1024)
    },

    /**
     * Makes a PDF an instance of a study; a repeated call changes nothing. Returns its id. Throws OrthancBadAnswer if Orthanc would have made it one of
     * another study, and then it is gone again.
     */
    async addPdf(studyId: string, document: EncapsulatedPdf): Promise<string> {
      const body = encapsulatedPdfRequest(checked(studyId), document)
      return demandOfStudy(studyId, await readJson('/tools/create-dicom', answers.Added, { body, answerMs: listingMs }))
    },

    /**
     * Makes attributes an instance of a study that has no pixels; patient and study are those of one of its images, `like`. A repeated call changes
     * nothing. Returns its id. Throws what `addPdf` throws, and OrthancNotFound if the image is not there.
     */
    async addDocument(
      studyId: string,
      { like, attributes }: { like: string; attributes: Readonly<Record<string, unknown>> },
    ): Promise<string> {
      const found = await findInstance(studyId, like)
      if (!found) throw new OrthancNotFound(`/studies/${checked(studyId)}`)
      const file = writeDocument(await getInstanceTags(found.instance.ID), attributes)
      return demandOfStudy(studyId, await addFile(Readable.from([file], { objectMode: false }), file.length))
    },

    /** The SOP class of an image of a study, by its UID; null if the study has no such image. */
    async getSopClass(studyId: string, sopInstanceUid: string): Promise<string | null> {
      const found = await findInstance(studyId, sopInstanceUid)
      return found && readText(`/instances/${checked(found.instance.ID)}/metadata/SopClassUid`, 1024)
    },

    /** The ids of the instances of a study's series, by its UID; none if it has no such series. Another study may have one of the same UID. */
    async listInstancesOfSeries(studyId: string, seriesInstanceUid: string): Promise<string[]> {
      const found = await readJson('/tools/lookup', answers.Found, { body: seriesInstanceUid })
      const series = found.filter(({ Type }) => Type === 'Series')
      const each = await Promise.all(series.map(({ ID }) => readJson(`/series/${checked(ID)}`, answers.Series)))
      return each.filter(({ ParentStudy }) => ParentStudy === studyId).flatMap(({ Instances }) => Instances)
    },

    /** Takes an instance out of the archive, which refuses to take another one in its place. */
    deleteInstance,

    /**
     * Stores an image a second time, under other UIDs of study and series, and returns the copy's id and its study's. The image stays. A repeated call
     * changes nothing. The copy is confirmed: its checksum in the archive is that of the file that was sent. Throws OrthancBadAnswer if it is not.
     */
    copyInstance: async (id: string, uids: { studyInstanceUid: string; seriesInstanceUid: string }): Promise<answers.Added> =>
      copyUnder({ addFile, readChecksum, deleteInstance }, () =>
        openRenamed(id, { StudyInstanceUID: uids.studyInstanceUid, SeriesInstanceUID: uids.seriesInstanceUid }),
      ),

    /** Takes a study with all of its images out of the archive, and its patient if it was the last; nothing if it is not there. */
    async deleteStudy(id: string): Promise<void> {
      try {
        await readText(`/studies/${checked(id)}`, 1024 * 1024, { method: 'DELETE', answerMs: listingMs })
      } catch (error) {
        if (!(error instanceof OrthancNotFound)) throw error
      }
    },

    /** Every instance of the study with what a file listing needs, in two requests whatever their number. */
    async listStudyInstances(studyId: string): Promise<answers.StudyInstance[]> {
      const instances = await readJson(`/studies/${checked(studyId)}/instances`, z.array(answers.Instance), {
        answerMs: listingMs,
      })
      const seriesTags = new Map((await getStudySeries(studyId)).map((series) => [series.ID, series.MainDicomTags]))
      return instances.map(({ ID, ParentSeries, FileSize, FileUuid, MainDicomTags }) => {
        const tags = seriesTags.get(ParentSeries)
        return {
          id: ID,
          seriesId: ParentSeries,
          sopInstanceUid: MainDicomTags.SOPInstanceUID ?? '',
          seriesInstanceUid: tags?.SeriesInstanceUID ?? '',
          seriesNumber: answers.wholeNumber(tags?.SeriesNumber),
          instanceNumber: answers.wholeNumber(MainDicomTags.InstanceNumber),
          fileSize: FileSize ?? null,
          fileUuid: FileUuid ?? null,
        }
      })
    },

    /** The DICOM file as it was received. The stream must be read to its end or destroyed; it fails if the archive stops midway. */
    async openInstanceFile(id: string, signal?: AbortSignal): Promise<{ stream: Readable; size: number | null }> {
      const { body, headers } = await open(`/instances/${checked(id)}/file`, { signal })
      const length = Number(headers['content-length'])
      return { stream: body, size: Number.isSafeInteger(length) ? length : null }
    },

    /** The files behind a study's images. */
    listStoredInstances: async (studyId: string): Promise<answers.StoredInstance[]> =>
      readJson(`/studies/${checked(studyId)}/instances`, answers.StoredInstances, { answerMs: listingMs }),

    /**
     * Returns the MD5 that the archive noted of each image's file when it was received, at one request each; null if it has none. It is that of the DICOM
     * file, also if the archive compresses what it stores.
     */
    listChecksums: async (ids: string[]): Promise<Map<string, string | null>> =>
      new Map(await pLimit(HEADERS_AT_ONCE).map(ids, async (id) => [id, await readChecksum(id)] as const)),

    /** Reports whether an image's file is the one that was received, by the checksum that the archive noted then. */
    async isInstanceIntact(id: string): Promise<boolean> {
      try {
        await readText(`/instances/${checked(id)}/attachments/dicom/verify-md5`, 64 * 1024, { body: '', answerMs: listingMs })
        return true
      } catch (error) {
        // If it differs the archive answers as it does without a file.
        if (error instanceof OrthancNotFound || error instanceof OrthancBadAnswer) return false
        if (error instanceof OrthancDown && error.status !== null) return false
        throw error
      }
    },

    /** Gives the archive back a DICOM file that it once sent. Returns the image's id, which is as it was, and its study's. */
    addInstance: async (file: Readable, size: number): Promise<{ ID: string; ParentStudy: string }> => addFile(file, size),

    /**
     * A raw GET for the DICOMweb gateway, whatever the status of the answer. `path` is made by the gateway from what it looked up itself;
     * one that Orthanc might normalise to another resource throws a TypeError. The body must be read or destroyed. Throws `OrthancDown`.
     */
    async request(path: string, options: AskOptions = {}): Promise<RawAnswer> {
      checkRawPath(path)
      return send(path, options)
    },
  }
}
