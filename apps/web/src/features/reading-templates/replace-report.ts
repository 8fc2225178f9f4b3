import type { Node } from 'prosemirror-model'
import { type Command, Selection } from 'prosemirror-state'
import type { Prepare } from './text-blocks.ts'

/** Another report in the place of this one, in one step to undo; the cursor at its beginning. */
export const replaceReport =
  (report: Node, prepare: Prepare): Command =>
  ({ tr, doc }, dispatch) => {
    tr.replaceWith(0, doc.content.size, report.content)
    dispatch?.(prepare(tr.setSelection(Selection.atStart(tr.doc)).scrollIntoView()))
    return true
  }
