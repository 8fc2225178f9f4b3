import { readingTemplateEndpoints } from '@readroom/contracts/reading/reading-templates'
import type { ReportKind } from '@readroom/contracts/studies/report-kinds'
import { applyTemplate, lossesOf } from '@readroom/report/apply-template'
import { readContent } from '@readroom/report/content'
import { useQuery } from '@tanstack/react-query'
import type { Node } from 'prosemirror-model'
import { useRef, useState } from 'react'
import { Button } from '../../../../components/ui/button.tsx'
import { ConfirmDialog } from '../../../../components/ui/confirm-dialog.tsx'
import { api } from '../../../../lib/api/api.ts'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { findsText } from '../../../../lib/finds-text.ts'
import { notify } from '../../../../lib/notify.tsx'
import { studyTemplatesOptions, templateOptions } from '../../requests/reading-templates.queries.ts'
import type { NamedTemplate } from '../../session/machine/beginning.ts'
import { useReadingState, useReadingStore } from '../../session/reading-store.ts'
import { ContentPreview } from './content-preview.tsx'
import { ownerOf } from './place-field.tsx'
import { SearchDialog } from './search-dialog.tsx'

function Preview({ templateId }: { templateId: string }) {
  const { data } = useQuery(templateOptions(templateId))
  return data && <ContentPreview content={data.content} />
}

type Props = {
  studyId: string
  kind: ReportKind
  /** Returns the current report. */
  report: () => Node
  /** The report's template, if it is known (from `onApply`). */
  former: NamedTemplate | null
  /** True if templates for several body parts fit and none was applied. */
  hasSeveral: boolean
  isEditable: boolean
  /** Replaces the report. `template` is the report's template from then on. */
  onApply: (report: Node, template: NamedTemplate) => void
}

type Asked = { template: { name: string; report: Node }; losses: string[] }

/** Shows the button that opens the list of templates. Asks first if a change would affect typed text. */
export function TemplateChoice({ studyId, kind, report, former, hasSeveral, isEditable, onApply }: Props) {
  const store = useReadingStore()
  const isOpen = useReadingState(store, 'dialog') === 'template' && isEditable
  const [asked, setAsked] = useState<Asked | null>(null)
  const { data } = useQuery({ ...studyTemplatesOptions(studyId, kind), enabled: isOpen })
  const templates = data?.templates ?? []

  /** Cancels the loading of the template that was picked last. */
  const picking = useRef<AbortController>(null)
  const close = () => {
    picking.current?.abort()
    store.closeDialog()
  }
  const choose = async (templateId: string) => {
    picking.current?.abort()
    const asking = new AbortController()
    const { signal } = asking
    picking.current = asking
    try {
      const { template: found } = await api.call(readingTemplateEndpoints.get, { params: { templateId } }, { signal })
      const template = { name: found.name, report: readContent(found.content) }
      const applied = applyTemplate(report(), template.report, former?.report ?? null)
      const losses = lossesOf(applied)
      store.closeDialog()
      if (losses.length > 0) setAsked({ template, losses })
      else onApply(applied.report, template)
    } catch (error) {
      if (!signal.aborted) notify.error(messageOf(error, 'The template could not be loaded.'))
    }
  }
  return (
    <>
      <Button
        className="max-w-80 max-lg:h-11"
        disabled={!isEditable}
        aria-keyshortcuts="Alt+M"
        data-tip={former ? 'Change the template' : undefined}
        onClick={() => store.openDialog('template')}
      >
        Template
        {former && <bdi className="truncate font-medium">{former.name}</bdi>}
      </Button>
      {hasSeveral && !former && isEditable && (
        <p role="status" className="text-sm text-text-2">
          Several templates match this study. Choose one.
        </p>
      )}
      {isOpen && (
        <SearchDialog
          title="Change template"
          label="Search templates"
          empty={data ? 'No matching templates.' : 'Loading...'}
          find={(search) =>
            templates
              .filter(({ name, words }) => findsText(search, [name, ...words]))
              .map((one) => ({ id: one._id, name: one.name, about: [ownerOf(one), ...one.why].filter(unique).join(' · ') }))
          }
          preview={(id) => <Preview templateId={id} />}
          onPick={(id) => void choose(id)}
          onClose={close}
        />
      )}
      {asked && (
        <ConfirmDialog
          title="Change template"
          action="Change template"
          onCancel={() => setAsked(null)}
          onConfirm={() => {
            // Applied to the current text, because the user may have typed while the question was open.
            const { report: next } = applyTemplate(report(), asked.template.report, former?.report ?? null)
            onApply(next, asked.template)
            setAsked(null)
          }}
        >
          <p>Your text is kept.</p>
          <ul className="mt-2 list-disc pl-5">
            {asked.losses.map((loss) => (
              <li key={loss}>{loss}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}

const unique = (word: string, index: number, all: readonly string[]) => all.indexOf(word) === index
