import type { Annotations } from '@readroom/contracts/reading/annotations'
import type { KeyImage } from '@readroom/contracts/reading/key-images'
import type { ReportContent, ReportDraft } from '@readroom/contracts/reading/report-drafts'
import type { ReportVersion } from '@readroom/contracts/reading/report-versions'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { ApiError } from '../../../../lib/api/api-error.ts'
import type { Answer, Call, CallTo } from './events.ts'
import { orderOf } from './parts.ts'
import { makeSignedVersion } from './signed-version.fixture.ts'

const leaseMs = 60_000

type Options = {
  now: () => number
  /** Returns the user of a window. */
  userOf: (window: number) => string
  /** The users who have the study. */
  readers: ReadonlySet<string>
  /** Called before a draft replaces another, and before one is signed. They throw if that must not be. */
  onSave: (window: number, content: ReportContent, before: ReportContent | null) => void
  onSign: (call: Call, content: ReportContent, annotations: Annotations) => void
  onDiscard: (content: ReportContent) => void
}

/** Creates a model of the server of one study. */
export function createServer({ now, userOf, readers, onSave, onSign, onDiscard }: Options) {
  let draft: ReportDraft | null = null
  let keyImages: readonly KeyImage[] = []
  let annotations: Annotations = []
  let versions: ReportVersion[] = []
  let revisions = 0
  let pictures = 0
  let fence = 0
  let soleWindow: number | null = null
  let holder: { window: number; fence: number; until: number; askedBy: string | null } | null = null
  const iso = () => new Date(now()).toISOString()
  const success = true as const

  const holdOf = (index: number) => {
    if (holder && now() > holder.until) holder = null
    if (!holder) return null
    const { window, askedBy, until } = holder
    const userName = userOf(window)
    const isOwn = userName === userOf(index)
    return { userName, isOwn, isThisWindow: window === index, since: iso(), leaseUntil: new Date(until).toISOString(), askedBy }
  }

  function requireHold(index: number, known: { fence: number; revision?: number }) {
    if (!readers.has(userOf(index))) throw new ApiError('STUDY_REASSIGNED', 409, 'Dr Amani has this study now.')
    holdOf(index)
    if (holder?.window !== index || holder.fence !== known.fence) throw new ApiError('HOLD_LOST', 423, 'lost')
    const { revision } = known
    if (revision !== undefined && revision !== (draft?.revision ?? 0)) throw new ApiError('DRAFT_STALE', 409, 'stale')
  }

  function end() {
    draft = null
    keyImages = []
    annotations = []
    holder = null
  }

  const kinds = (): ReportKind[] => (versions.length > 0 ? ['addendum', 'correction'] : ['original'])

  function hold(index: number, call: CallTo<'hold'>): Answer {
    if (holdOf(index) && holder?.window !== index && !call.takeOver) throw new ApiError('REPORT_HELD', 423, 'held')
    if (holder?.window !== index) {
      fence += 1
      holder = { window: index, fence, until: 0, askedBy: null }
    }
    holder.until = now() + leaseMs
    const savedAt = draft?.savedAt ?? null
    return { to: 'hold', call, answer: { success, fence, leaseUntil: iso(), savedAt, keyImages: [...keyImages], annotations } }
  }

  function save(index: number, call: CallTo<'save'>): Answer {
    requireHold(index, call.body)
    const { content, kind, reason, templateName } = call.body
    if (draft?.kind !== kind && !kinds().includes(kind)) throw new ApiError('REPORT_KIND_IMPOSSIBLE', 409, 'signed meanwhile')
    onSave(index, content, draft?.content ?? null)
    const isSole = draft === null || soleWindow === index
    soleWindow = isSole ? index : null
    revisions += 1
    const savedAt = `${iso()} ${revisions}`
    draft = { revision: revisions, kind, reason, content, templateName, isDrafted: false, savedAt, savedBy: '' }
    return { to: 'save', call, answer: { success, revision: revisions, savedAt, isSole } }
  }

  function sign(index: number, call: CallTo<'sign'>): Answer {
    requireHold(index, call.body)
    if (!draft) throw new Error('nothing was signed')
    const isAsSeen = JSON.stringify(call.body.keyImages) === JSON.stringify(orderOf(keyImages))
    if (!isAsSeen) throw new ApiError('REPORT_UNCONFIRMED', 409, 'other key images')
    onSign(call, draft.content, annotations)
    end()
    const version = makeSignedVersion()
    versions = [...versions, version]
    return { to: 'sign', call, answer: { success, version } }
  }

  function addKeyImage(index: number, call: CallTo<'addKeyImage'>): Answer {
    requireHold(index, call)
    pictures += 1
    const { studyInstanceUid: _, picture: _file, ...place } = call.picture
    const stored = { ...place, id: `p${pictures}`, caption: '', contentType: 'image/png', width: 1, height: 1 } as const
    keyImages = [...keyImages, stored]
    return { to: 'addKeyImage', call, answer: { success, keyImages: [...keyImages] } }
  }

  function arrangeKeyImages(index: number, call: CallTo<'arrangeKeyImages'>): Answer {
    const { keyImages: order, removed } = call.body
    requireHold(index, call.body)
    const known = new Set([...order.map(({ id }) => id), ...removed])
    const stored = new Map(keyImages.map((one) => [one.id, one]))
    const next = order.flatMap(({ id, caption }) => {
      const one = stored.get(id)
      return one ? [{ ...one, caption }] : []
    })
    if (next.length < order.length || keyImages.some(({ id }) => !known.has(id)))
      throw new ApiError('CONFLICT', 409, 'other images')
    keyImages = next
    return { to: 'arrangeKeyImages', call, answer: { success, keyImages: next } }
  }

  return {
    draft: () => draft,
    /** Returns what the page of a window reads. */
    opening: (index: number) => ({
      draft,
      hold: holdOf(index),
      kinds: kinds(),
      keyImages: [...keyImages],
      versions,
    }),
    /** Returns the answer to a request, or null if nobody waits for it. Throws an ApiError for a refusal. */
    serve(index: number, call: Call): Answer | null {
      const user = userOf(index)
      if (!readers.has(user) && call.to !== 'save') throw new ApiError('STUDY_NOT_FOUND', 404, 'Study not found')
      if (call.to === 'open') return { to: 'open', call, answer: this.opening(index) }
      if (call.to === 'ask') {
        if (holdOf(index) && holder) holder.askedBy = user
        return { to: 'ask', call, answer: { success } }
      }
      if (call.to === 'hold') return hold(index, call)
      if (call.to === 'release') {
        if (holder?.window === index && holder.fence === call.fence) holder = null
        return null
      }
      if (call.to === 'save') return save(index, call)
      if (call.to === 'sign') return sign(index, call)
      if (call.to === 'addKeyImage') return addKeyImage(index, call)
      if (call.to === 'arrangeKeyImages') return arrangeKeyImages(index, call)
      requireHold(index, call.body)
      if (call.to === 'keepAnnotations') {
        annotations = call.body.annotations
        return { to: 'keepAnnotations', call, answer: { success } }
      }
      if (call.to === 'discard') {
        if (draft) onDiscard(draft.content)
        end()
      }
      holder = null
      return { to: call.to, call, answer: { success } }
    },
  }
}
