import { randomUUID } from 'node:crypto'
import { AppError } from '@readroom/contracts/core/errors'
import { keyImageEndpoints } from '@readroom/contracts/reading/key-images'
import { findReadableStudy } from '@readroom/db/images/priors'
import { findVisibleKeyImage } from '@readroom/db/reading/key-images'
import { addKeyImage, demandKeyImage, rearrangeKeyImages } from '@readroom/domain/reading/key-images'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../core/context.ts'
import { readMultipart } from '../../core/http/files/multipart.ts'
import { sendStored } from '../../core/http/files/send-stored.ts'
import { mount } from '../../core/http/mount.ts'
import { removeAllUnnamed, storeWith } from '../../core/stored-files.ts'
import type { ArchiveCare } from '../../images/dicomweb/archive-care.ts'
import { imageReader } from '../../images/dicomweb/image-reader.ts'
import { untilGone } from '../../images/dicomweb/proxy.ts'
import { checkPicture, comparePicture, findPlace, toKeyImage } from './key-image.ts'

/** Showing a key image is not a download of the report, so nothing is recorded. */
const recordNothing = async () => {}

export function keyImageRoutes(app: FastifyInstance, context: Context, care: ArchiveCare): void {
  const { db, orthanc, storage } = context

  mount(app, context, keyImageEndpoints.add, async ({ actor, params: { studyId }, request, reply }) => {
    const { file, fields } = await readMultipart(request, keyImageEndpoints.add)
    const { windowId, fence, studyInstanceUid, sopInstanceUid, frame, corners } = fields
    const taken = { studyId, windowId, fence, studyInstanceUid }
    const [, study] = await db.transaction((tx) => demandKeyImage(tx, actor, taken))
    const { bytes, facts } = await checkPicture(file.bytes)
    const { place, archived } = await findPlace(orthanc, study, { sopInstanceUid, frame })
    const asking = { reader: imageReader(context, request, { actor, outsider: null }), signal: untilGone(reply).signal }
    const isCompared = await comparePicture(care.decoder, { bytes, corners, archived }, asking)
    if (!isCompared) request.log.warn({ studyId }, 'A key image is not compared, because its image cannot be decoded')
    const objectKey = `key-images/${randomUUID()}`
    const stored = { key: objectKey, contentType: facts.contentType, open: () => bytes }
    const picture = { ...place, ...facts, objectKey }
    const keyImages = await storeWith(context, [stored], (tx) => addKeyImage(tx, actor, { ...taken, picture }))
    return { keyImages: keyImages.map(toKeyImage) }
  })

  mount(app, context, keyImageEndpoints.arrange, async ({ actor, params, body }) => {
    const { keyImages, dropped } = await db.transaction((tx) => rearrangeKeyImages(tx, actor, { ...params, ...body }))
    await removeAllUnnamed(storage, dropped)
    return { keyImages: keyImages.map(toKeyImage) }
  })

  mount(app, context, keyImageEndpoints.picture, async ({ actor, params: { studyId, keyImageId }, request, reply }) => {
    const readable = await findReadableStudy(db, actor, studyId)
    if (!readable) throw new AppError('STUDY_NOT_FOUND')
    const found = await findVisibleKeyImage(db, actor, { studyId, isPrior: readable.priorOf !== null }, keyImageId)
    if (!found) throw new AppError('KEY_IMAGE_NOT_FOUND')
    const { objectKey: key, sizeBytes: size, contentType } = found
    const fileName = `key-image.${contentType === 'image/png' ? 'png' : 'jpg'}`
    return sendStored({ request, reply }, storage, { key, size, contentType, fileName, owner: 'key image' }, recordNothing)
  })
}
