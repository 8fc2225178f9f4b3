import type { ReadSeries } from '@readroom/contracts/reading/reading'
import type { TextBlock } from '@readroom/contracts/reading/text-blocks'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery } from '@tanstack/react-query'
import type { Node } from 'prosemirror-model'
import { useEffect, useRef, useState } from 'react'
import { notify } from '../../../../lib/notify.tsx'
import { useUser } from '../../../../lib/session/session.ts'
import { blocksOptions } from '../../requests/reading-templates.queries.ts'
import type { NamedTemplate } from '../../session/machine/beginning.ts'
import { bringStructure } from '../editor/editor-state.ts'
import { allNormal, blocksOfStudy, hasNormalValues, insertBlock, type OpenField, replaceReport } from '../editor/text-blocks.ts'
import type { Editor } from '../editor/use-editor.ts'
import { BlockDialog } from './block-dialog.tsx'
import { BlockListDialog } from './block-list-dialog.tsx'
import { TemplateChoice } from './template-choice.tsx'

type Options = {
  editor: Pick<Editor, 'run' | 'report' | 'section' | 'selectedText'>
  study: Pick<WorklistRow, '_id' | 'locationId' | 'description'>
  /** Returns those of the study, with what has been displayed of them. */
  series: () => readonly ReadSeries[]
  kind: ReportKind
  /** The report's template, if it is known. */
  template: NamedTemplate | null
  /** Called before another template is put under the text, and when undoing or redoing that changes it. */
  onTemplate: (template: NamedTemplate | null) => void
  /** True if templates for several body parts fit and none was applied. */
  hasSeveral: boolean
  isEditable: boolean
}

/** Says which fields "All normal" left open, and why. */
function tellOpen(fields: readonly OpenField[]) {
  const [reason = '', ...others] = new Set(fields.map(({ lacks }) => lacks))
  const isAlike = others.length === 0 && fields.length > 1
  const shown = isAlike ? [`All for one reason: ${reason}`] : fields.slice(0, 4).map(({ label, lacks }) => `${label}: ${lacks}`)
  const rest = !isAlike && fields.length > shown.length ? `and ${fields.length - shown.length} more` : ''
  notify.info(`${fields.length === 1 ? '1 field stays' : `${fields.length} fields stay`} open`, {
    description: [...shown, rest].filter((line) => line !== '').join('; '),
  })
}

/** Says why "All normal" has filled nothing in. */
function tellNothing(report: Node) {
  if (hasNormalValues(report)) notify.info('All fields with a normal value are filled in')
  else notify.info('This report has no fields with a normal value', { description: 'Choose a template that has some (Alt M).' })
}

/** Provides the report's template and the text blocks that can be inserted. */
export function useTemplates({ editor, study, series, kind, template, onTemplate, hasSeveral, isEditable }: Options) {
  const [open, setOpen] = useState<{ is: 'list' } | { is: 'block'; text: string } | null>(null)
  const { role } = useUser()
  const { data = [], refetch } = useQuery(blocksOptions)
  // A block may have been added in another window.
  useEffect(() => {
    const look = () => void refetch()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [refetch])
  const selected = open?.is === 'list' ? editor.selectedText() : ''
  const blocks = blocksOfStudy(data, study.locationId)
  const known = useRef<readonly TextBlock[]>([])
  useEffect(() => {
    known.current = blocks
  })
  /** The texts just before and after each change of the template, the newest first. */
  const changes = useRef<{ text: Node; template: NamedTemplate | null }[]>([])
  const change = (report: Node, next: NamedTemplate) => {
    if (!isEditable) return
    changes.current.unshift({ text: report, template: next }, { text: editor.report(), template })
    // Before the text, so that the save of the text has the template's name.
    onTemplate(next)
    editor.run(replaceReport(report, bringStructure))
  }
  return {
    /** Restores the template that a text had, after a change of the template was undone or redone. Called with each text, before it is saved. */
    followUndo(report: Node) {
      const found = changes.current.find(({ text }) => text.eq(report))
      if (found && found.template !== template) onTemplate(found.template)
    },
    /** How the editor expands short words. */
    expansion: { blocks: () => known.current, onList: () => setOpen({ is: 'list' }) },
    fillNormal() {
      if (!isEditable) return void notify.info('The report cannot be changed now')
      const acquired = { description: study.description ?? '', series: series() }
      const open: OpenField[] = []
      const isFilled = editor.run(allNormal(acquired, (fields) => open.push(...fields)))
      if (open.length > 0) tellOpen(open)
      else if (!isFilled) tellNothing(editor.report())
    },
    choice: (
      <TemplateChoice
        studyId={study._id}
        report={editor.report}
        onApply={change}
        kind={kind}
        former={template}
        hasSeveral={hasSeveral}
        isEditable={isEditable}
      />
    ),
    list: open?.is === 'list' && (
      <BlockListDialog
        blocks={blocks}
        section={editor.section()}
        onPick={(block) => {
          setOpen(null)
          editor.run(insertBlock(block, bringStructure))
        }}
        onSaveSelection={selected === '' ? null : () => setOpen({ is: 'block', text: selected })}
        onClose={() => setOpen(null)}
      />
    ),
    newBlock: open?.is === 'block' && (
      <BlockDialog
        block={null}
        text={open.text}
        isAdmin={role === 'admin'}
        onSaved={async () => void (await refetch())}
        onClose={() => setOpen(null)}
      />
    ),
  }
}
