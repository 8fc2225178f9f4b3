import type { ReportKind } from '@readroom/contracts/report-kinds'
import type { WorklistRow } from '@readroom/contracts/studies'
import type { TextBlock } from '@readroom/contracts/text-blocks'
import { useQuery } from '@tanstack/react-query'
import type { Node } from 'prosemirror-model'
import { useEffect, useRef, useState } from 'react'
import { BlockListDialog } from '../reading-templates/block-list-dialog.tsx'
import { blocksOptions } from '../reading-templates/reading-templates.queries.ts'
import { TemplateChoice } from '../reading-templates/template-choice.tsx'
import { allNormal, blocksOfStudy, insertBlock, replaceReport } from '../reading-templates/text-blocks.ts'
import { bringStructure } from './editor/editor-state.ts'
import type { NamedTemplate } from './saving/beginning.ts'
import type { Editor } from './use-editor.ts'

type Options = {
  editor: Pick<Editor, 'run' | 'report' | 'section'>
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
  const [isListing, setListing] = useState(false)
  const { data = [] } = useQuery(blocksOptions)
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
    expansion: { blocks: () => known.current, onList: () => setListing(true) },
    fillNormal: () => editor.run(allNormal),
    choice: (
      <TemplateChoice studyId={study._id} report={editor.report} onApply={change} {...{ kind, former, hasSeveral, isEditable }} />
    ),
    list: isListing && (
      <BlockListDialog
        blocks={blocks}
        section={editor.section()}
        onPick={(block) => {
          setListing(false)
          editor.run(insertBlock(block, bringStructure))
        }}
        onClose={() => setListing(false)}
      />
    ),
  }
}
