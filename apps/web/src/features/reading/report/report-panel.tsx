import type { SignatureMeaning } from '@readroom/contracts/studies/report-kinds'
import { toContent } from '@readroom/report/content'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../components/ui/confirm-dialog.tsx'
import { reasonOf } from '../../../lib/api/api-error.ts'
import { useElapsed } from '../../../lib/hooks/use-elapsed.ts'
import { notify } from '../../../lib/notify.tsx'
import { CompareDialog } from '../compare/compare-dialog.tsx'
import { ReportEditor } from '../editor/report-editor.tsx'
import { HoldBar } from '../hold-bar.tsx'
import type { ImagesBeside } from '../images/images-beside.ts'
import { KeyImagesPanel } from '../key-images/key-images-panel.tsx'
import { useKeyImages } from '../key-images/use-key-images.ts'
import type { Opening } from '../reading.queries.ts'
import { useReadingStore } from '../reading-store.ts'
import type { RoundInReport } from '../round/use-round.ts'
import type { Beginning } from '../saving/beginning.ts'
import { NotSaved } from '../saving/draft-errors.ts'
import type { HoldState } from '../saving/draft-state.ts'
import { useDraftSession } from '../saving/use-draft-session.ts'
import { useEnding } from '../saving/use-ending.ts'
import { doublePressMs } from '../signing/double-press.ts'
import { type After, useSigning } from '../signing/use-signing.tsx'
import { isCovered, isInField } from '../use-reading-keys.ts'
import { useTemplates } from '../use-templates.tsx'
import type { ReportCommands } from './report-commands.ts'
import { SignedVersions } from './report-text.tsx'
import { SaveStatus } from './save-status.tsx'
import { useEditor } from './use-editor.ts'
import { WarningLine } from './warning-line.tsx'
import { WritingFooter } from './writing-footer.tsx'

const titles = { original: 'Report', addendum: 'Addendum', correction: 'Correction' } as const

type Props = {
  opening: Opening
  beginning: Beginning
  hasSeveralTemplates: boolean
  images: ImagesBeside
  round: RoundInReport
  /** The element for the buttons, below everything else. */
  foot: HTMLElement | null
  /** Called when the study must be reloaded. */
  onStale: () => void
  onClose: () => void
}

/** Returns the study's text fields that appear on the printed report. */
const printedOf = ({ patientName, patientId, accessionNumber, description, referringPhysicianName }: Opening['study']) =>
  [patientName, patientId, accessionNumber, description, referringPhysicianName].filter((text) => text !== null)

const failed = (what: string) => (error: unknown) =>
  void notify.error(what, { description: error instanceof NotSaved ? error.message : reasonOf(error, 'Please try again.') })

/** Shows the report being written in this window. */
export function ReportPanel({ opening, beginning, images, round, onClose, ...props }: Props) {
  const store = useReadingStore()
  const { study } = opening
  /** True if the reader has changed this text since it appeared. */
  const isWorkedOn = useRef(false)
  /** True if the cursor is where the writer left it in this text. */
  const isPlaced = useRef(false)
  const canSign = useElapsed(doublePressMs)
  const editor = useEditor({
    onWrite: (report) => {
      isWorkedOn.current = true
      templates.followUndo(report)
      session?.write(report)
    },
    onSection: () => void session?.saveNow(),
  })
  const { session, state } = useDraftSession({
    store,
    opening,
    beginning,
    onReplaced: (report) => {
      isWorkedOn.current = false
      isPlaced.current = false
      editor.replace(report)
    },
    onHeld: (found) => {
      if (found.keyImages) keyImages.adopt(found.keyImages)
      images.annotations.adopt(found.annotations)
    },
  })
  const ending = useEnding()
  const [isDiscarding, setDiscarding] = useState(false)
  const [isComparing, setComparing] = useState(true)
  const reason = useRef<HTMLTextAreaElement>(null)
  const hold: HoldState = state?.hold ?? { is: 'free' }
  const isMine = hold.is === 'mine'
  const kind = state?.kind ?? beginning.kind
  const keyImages = useKeyImages({
    calls: store.calls,
    opening,
    first: beginning.keyImages,
    isMine,
    editor,
    held: () => session?.held() ?? Promise.reject(new NotSaved('The report is not open yet.')),
  })
  const settleKeyImages = async () => {
    if (!(await keyImages.settle())) throw new NotSaved('The key images are not saved yet.')
  }
  const settleAnnotations = () =>
    images.annotations.settle().catch(() => {
      throw new NotSaved('The measurements in the images are not saved yet.')
    })
  const conflict = state?.conflict ?? null
  const isEditable = isMine && conflict === null && !ending.isEnding
  useEffect(() => {
    if (conflict) setComparing(true)
  }, [conflict])
  const placeCursor = useEffectEvent((now: HoldState) => {
    if (now.is !== 'mine' || images.keepsFocus() || isInField() || isCovered()) return
    if (isPlaced.current) editor.focus()
    else editor.goToBeginning()
    isPlaced.current = true
  })
  const heldSince = hold.is === 'mine' || hold.is === 'other' ? hold.since : ''
  useEffect(() => placeCursor(hold), [hold.is, heldSince])

  const obstacleOf = () => {
    if (conflict) return 'First choose one of the two texts.'
    return isMine ? images.obstacle : 'Open this report for editing before you sign it.'
  }
  const signing = useSigning({
    study,
    session,
    ending,
    findings: editor.findings,
    passwordNeeded: opening.passwordNeeded,
    obstacle: obstacleOf(),
    isKept: (finding) => editor.kept.includes(finding),
    unread: () => (isWorkedOn.current ? null : toContent(editor.report())),
    onShow: editor.show,
    onStale: () => {
      void keyImages.reload()
      props.onStale()
    },
    onSigned: (version, after) => round.signed(after, { version, study }),
    keyImages: keyImages.order,
    undisplayed: images.displayed.undisplayed,
    before: async (after) => {
      const prepared = after === 'next' ? round.prepare() : undefined
      await Promise.all([settleKeyImages(), settleAnnotations(), images.displayed.settle(), prepared])
    },
  })
  const hasSeveral = props.hasSeveralTemplates && beginning.draft === null
  const templates = useTemplates({
    editor,
    study,
    kind,
    template: state ? state.template : beginning.template,
    onTemplate: (template) => session?.setTemplate(template),
    hasSeveral,
    isEditable,
  })
  const sign = (meaning: SignatureMeaning, after: After) => {
    if (!canSign) return
    if (kind === 'correction' && state?.reason.trim() === '') {
      notify.warning('Give a reason for the correction.')
      return reason.current?.focus()
    }
    signing.start(meaning, after)
  }
  const putAway = async () => {
    await Promise.all([settleKeyImages(), settleAnnotations()])
    await session?.putAway()
    onClose()
  }
  const saveClose = () => void ending.run(putAway).catch(failed('The draft was not saved'))
  const discard = async () => {
    await session?.discard()
    notify.success('Draft discarded')
    onClose()
  }

  /** The comparison is filled in for a reader who looks at images, which is no work on the text. */
  const fill: ReportCommands['fill'] = (...text) => {
    const wasWorkedOn = isWorkedOn.current
    const isFilled = editor.fill(...text)
    isWorkedOn.current = wasWorkedOn
    return isFilled
  }
  const { insert, insertSentence, pointAt, measuredHere, goTo, focus } = editor
  const commands = useEffectEvent(
    (): ReportCommands => ({
      insert,
      fill,
      insertSentence,
      pointAt,
      measuredHere,
      goTo,
      focus,
      fence: () => session?.fence() ?? null,
      takeKeyImage: (asked) => void keyImages.take(asked),
      signNext: () => sign('final', 'next'),
      signClose: () => sign('final', 'close'),
      signPreliminary: () => sign('preliminary', 'close'),
      saveClose,
      save: () => {
        void session?.saveNow()
        void settleAnnotations().catch(() => undefined)
      },
      allNormal: templates.fillNormal,
    }),
  )
  useLayoutEffect(() => store.registerReport(() => commands()), [store])

  const { description, gender: sex } = study
  const record = useMemo(() => printedOf(study), [study])
  const subject = { kind, description, sex, imagesChanged: opening.imagesChanged, record, captions: keyImages.captions }
  const waiting = editor.findings.filter((finding) => !editor.kept.includes(finding))
  return (
    <section aria-label={titles[kind]} className="flex h-full min-w-0 flex-col bg-surface">
      <div className="flex min-h-10 shrink-0 items-center justify-between gap-3 border-b border-line px-4">
        <h2 className="text-sm font-medium text-text-2">{titles[kind]}</h2>
        {isMine && <div className="mr-auto">{templates.choice}</div>}
        {state && isMine && !conflict && <SaveStatus save={state.save} onRetry={() => void session?.saveNow()} />}
      </div>
      {state && <HoldBar hold={hold} isTakingOver={state.isTakingOver} onTake={(takeOver) => void session?.take(takeOver)} />}
      {conflict && !isComparing && (
        <p role="status" className="flex items-center gap-2 border-b border-line bg-yellow-wash px-4 py-1 text-yellow-fg">
          <span className="flex-1">There are two texts of this report. Choose one to continue.</span>
          <Button onClick={() => setComparing(true)}>Compare</Button>
        </p>
      )}
      {kind === 'correction' && (
        <label className="shrink-0 border-b border-line px-4 py-2 text-xs font-medium text-text-2">
          Reason for the correction
          <textarea
            ref={reason}
            dir="auto"
            rows={2}
            maxLength={2000}
            readOnly={!isMine}
            value={state?.reason ?? beginning.reason}
            onChange={(event) => session?.setReason(event.target.value)}
            className="mt-1 block w-full resize-y rounded-sm border border-line-strong bg-surface px-2 py-1 text-md text-text"
          />
        </label>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto">
        <ReportEditor
          report={beginning.document}
          subject={subject}
          expansion={templates.expansion}
          isEditable={isEditable}
          label={`${titles[kind]} of ${study.patientName ?? 'N/A'}`}
          onReady={editor.onReady}
          onState={editor.onState}
          onBlur={() => void session?.saveNow()}
          onMeasured={images.onMeasured}
        />
        <KeyImagesPanel studyId={study._id} keyImages={keyImages} isEditable={isMine} />
        {opening.versions.length > 0 && (
          <details className="border-t border-line bg-canvas">
            <summary className="cursor-pointer px-4 py-2 font-medium text-text-2">Previously signed</summary>
            <SignedVersions versions={opening.versions} />
          </details>
        )}
      </div>
      <WarningLine findings={waiting} hasTried={signing.hasTried} onShow={editor.show} onKeep={editor.keep} />
      {isMine &&
        props.foot &&
        createPortal(
          <WritingFooter
            canSign={canSign}
            canDiscard={(state?.revision ?? 0) > 0 || kind !== 'original'}
            onDiscard={() => setDiscarding(true)}
            onSaveClose={saveClose}
            onSign={sign}
            onShowKeys={() => store.openDialog('keys')}
            onSkip={() => store.openDialog('skip')}
            onPutAside={round.putAside}
          />,
          props.foot,
        )}
      {signing.dialog}
      {templates.list}
      {templates.newBlock}
      {conflict && session && isComparing && (
        <CompareDialog
          conflict={conflict}
          holder={hold.is === 'other' || hold.is === 'lost' ? hold.name : null}
          onChoose={(which) => session.choose(which)}
          onClose={() => setComparing(false)}
        />
      )}
      {isDiscarding && (
        <ConfirmDialog
          title="Discard this draft?"
          action="Discard draft"
          destructive
          onCancel={() => setDiscarding(false)}
          busy={ending.isEnding}
          onConfirm={() => void ending.run(discard).catch(failed('The draft was not discarded'))}
        >
          This deletes the unsigned text for everybody. Signed text stays.
        </ConfirmDialog>
      )}
    </section>
  )
}
