import { AppError } from '@readroom/contracts/core/errors'
import { maxKeyImages, type SignedKeyImage } from '@readroom/contracts/reading/key-images'
import type { Actor } from '@readroom/db/core/actor'
import type { Before, Taken } from '@readroom/db/core/locks'
import {
  arrangeKeyImages,
  insertKeyImage,
  type KeyImageRow,
  listDraftKeyImages,
  type NewKeyImage,
} from '@readroom/db/reading/key-images'
import { renewHold } from '@readroom/db/reading/report-drafts'
import type { StudyRow } from '@readroom/db/studies/studies'
import { type Held, lockHeldDraft } from './report-writing.ts'

/** `studyInstanceUid`: of the image that the picture was taken of, as the viewer says. */
type TakenImage = Held & { studyInstanceUid: string }

/** Returns the part of a draft's key image that the signature covers. */
export const toSignedKeyImage = (row: KeyImageRow): SignedKeyImage => {
  const { id, caption, sopInstanceUid, series, image, frame, contentType, width, height, sha256 } = row
  return { id, caption, sopInstanceUid, series, image, frame, contentType, width, height, sha256 }
}

/**
 * Returns the study whose draft the actor writes, if it is that of the image and has room for another picture.
 * Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST, DRAFT_STALE if nothing was saved, KEY_IMAGE_OF_OTHER_STUDY, TOO_MANY_KEY_IMAGES.
 */
export async function demandKeyImage(
  begun: Before<'study'>,
  actor: Actor,
  { studyInstanceUid, ...held }: TakenImage,
): Promise<Taken<Before<'study'>, 'study', StudyRow>> {
  const { tx, study, draft } = await lockHeldDraft(begun, actor, held)
  if (!draft) throw new AppError('DRAFT_STALE')
  if (studyInstanceUid !== study.studyInstanceUid) throw new AppError('KEY_IMAGE_OF_OTHER_STUDY')
  const { length } = await listDraftKeyImages(tx, study.id)
  if (length >= maxKeyImages) throw new AppError('TOO_MANY_KEY_IMAGES', { max: maxKeyImages })
  return [tx, study]
}

type NewPicture = TakenImage & { picture: Omit<NewKeyImage, 'studyId' | 'takenBy'> }

/** Puts a stored picture into the draft, behind those that it has; answers all of them. Throws what `demandKeyImage` throws. */
export async function addKeyImage(begun: Before<'study'>, actor: Actor, { picture, ...key }: NewPicture): Promise<KeyImageRow[]> {
  const [tx] = await demandKeyImage(begun, actor, key)
  const { studyId } = key
  await insertKeyImage(tx, { ...picture, studyId, takenBy: actor.userId })
  await renewHold(tx, { studyId, sessionId: actor.sessionId })
  return listDraftKeyImages(tx, studyId)
}

/** `removed`: leave the draft; a repeated call changes nothing. */
type Arrangement = Held & { keyImages: readonly { id: string; caption: string }[]; removed: readonly string[] }

/**
 * Gives the draft's key images their order and captions. Returns those that it has now, and the keys of objects that went, to be removed behind the
 * transaction. Throws STUDY_NOT_FOUND, FORBIDDEN, HOLD_LOST, DRAFT_STALE
 * if nothing was saved, KEY_IMAGE_NOT_FOUND, and CONFLICT if the draft has one that is neither named nor removed.
 */
export async function rearrangeKeyImages(begun: Before<'study'>, actor: Actor, input: Arrangement) {
  const { tx, study, draft } = await lockHeldDraft(begun, actor, input)
  if (!draft) throw new AppError('DRAFT_STALE')
  const known = new Set((await listDraftKeyImages(tx, study.id)).map(({ id }) => id))
  const named = new Set(input.keyImages.map(({ id }) => id))
  if (![...named].every((id) => known.has(id))) throw new AppError('KEY_IMAGE_NOT_FOUND')
  if (![...known].every((id) => named.has(id) || input.removed.includes(id))) throw new AppError('CONFLICT')
  const dropped = await arrangeKeyImages(tx, study.id, input.keyImages)
  await renewHold(tx, { studyId: study.id, sessionId: actor.sessionId })
  return { keyImages: await listDraftKeyImages(tx, study.id), dropped }
}
