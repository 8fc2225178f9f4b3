import type { ReportKind } from '@readroom/contracts/report-kinds'
import type { WorklistRow } from '@readroom/contracts/studies'
import type { TextBlock } from '@readroom/contracts/text-blocks'
import { useQuery } from '@tanstack/react-query'
import type { Node } from 'prosemirror-model'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../lib/session/session.ts'
import { BlockDialog } from '../reading-templates/block-dialog.tsx'
import { BlockListDialog } from '../reading-templates/block-list-dialog.tsx'
import { blocksOptions } from '../reading-templates/reading-templates.queries.ts'
import { TemplateChoice } from '../reading-templates/template-choice.tsx'
import { allNormal, blocksOfStudy, insertBlock, replaceReport } from '../reading-templates/text-blocks.ts'
import { bringStructure } from './editor/editor-state.ts'
import type { NamedTemplate } from './saving/beginning.ts'
import type { Editor } from './use-editor.ts'

type Options = {
  editor: Pick<Editor, 'run' | 'report' | 'section' | 'selectedText'>
  study: Pick<WorklistRow, '_id' | 'locationId'>
  kind: ReportKind
  /** What the report began with. */
  template: NamedTemplate | null
  /** Templates for several parts of the body fit, and none was taken. */
  hasSeveral: boolean
  isEditable: boolean
}

/** The template that a report is on, and the text blocks that can be put into it. */
export function useTemplates({ editor, study, kind, template, hasSeveral, isEditable }: Options) {
  const [former, setFormer] = useState(template)
  const [open, setOpen] = useState<{ is: 'list' } | { is: 'block'; text: string } | null>(null)
  const { role } = useUser()
  const { data = [], refetch } = useQuery(blocksOptions)
  // Somebody may have made a block in another window meanwhile.
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
  const change = (report: Node, next: NamedTemplate) => {
    editor.run(replaceReport(report, bringStructure))
    setFormer(next)
  }
  return {
    /** What the editor expands short words by. */
    expansion: { blocks: () => known.current, onList: () => setOpen({ is: 'list' }) },
    fillNormal: () => editor.run(allNormal),
    choice: (
      <TemplateChoice studyId={study._id} report={editor.report} onApply={change} {...{ kind, former, hasSeveral, isEditable }} />
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
