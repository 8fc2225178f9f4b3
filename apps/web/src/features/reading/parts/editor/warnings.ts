import { checkReport, type Finding, type Subject } from '@readroom/report/checks'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'

type Warnings = { subject: Subject; kept: ReadonlySet<string>; findings: Finding[]; marks: DecorationSet }

const key = new PluginKey<Warnings>('report-warnings')

/** Names a finding by section and message, so that a confirmed one stays confirmed if it moves within its section. */
const nameOf = ({ section, message }: Finding) => `${section ?? ''} ${message}`

function look(state: Pick<EditorState, 'doc'>, { subject, kept }: Pick<Warnings, 'subject' | 'kept'>): Warnings {
  const findings = checkReport(state.doc, subject)
  const marks = findings
    .filter((finding) => finding.from < finding.to && !kept.has(nameOf(finding)))
    .map(({ from, to }) => Decoration.inline(from, to, { class: 'report-warning' }))
  return { subject, kept, findings, marks: DecorationSet.create(state.doc, marks) }
}

/** Marks the words that must be changed, confirmed or looked at. */
export const warnings = (subject: Subject) =>
  new Plugin<Warnings>({
    key,
    state: {
      init: (_config, state) => look(state, { subject, kept: new Set() }),
      apply(tr, value, _before, state) {
        const changes: Partial<Warnings> | undefined = tr.getMeta(key)
        return changes || tr.docChanged ? look(state, { ...value, ...changes }) : value
      },
    },
    props: { decorations: (state) => key.getState(state)?.marks },
  })

const none: readonly Finding[] = []

/** Returns the findings that prevent signing or must be confirmed, in the order of the text. */
export const findingsOf = (state: EditorState): readonly Finding[] => key.getState(state)?.findings ?? none

/** Returns true if the user has confirmed the finding. */
export const isKept = (state: EditorState, finding: Finding): boolean => key.getState(state)?.kept.has(nameOf(finding)) ?? false

export const keepFinding = (state: EditorState, finding: Finding): Transaction =>
  state.tr.setMeta(key, { kept: new Set([...(key.getState(state)?.kept ?? []), nameOf(finding)]) })

/** Sets what the text is checked against. */
export const setSubject = (tr: Transaction, subject: Subject | undefined): Transaction =>
  subject ? tr.setMeta(key, { subject }) : tr

export const subjectOf = (state: EditorState): Subject | undefined => key.getState(state)?.subject
