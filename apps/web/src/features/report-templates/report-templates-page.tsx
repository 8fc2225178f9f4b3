import { mergeFields } from '@readroom/contracts/merge-fields'
import type { ReportTemplate } from '@readroom/contracts/report-templates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/ui/confirm-dialog.tsx'
import { FormMessage } from '../../components/ui/form-message.tsx'
import { messageOf } from '../../lib/api/api-error.ts'
import { useTitle } from '../../lib/hooks/use-title.ts'
import { notify } from '../../lib/notify.tsx'
import { deleteTemplate, previewTemplate, templatesKey, templatesOptions } from './report-templates.queries.ts'
import { placeOf, TemplateList } from './template-list.tsx'
import { TemplateUpload } from './template-upload.tsx'

function Fields() {
  return (
    <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[auto_1fr]">
      {Object.entries(mergeFields).map(([field, meaning]) => (
        <div key={field} className="contents">
          <dt className="num font-medium">{`{${field}}`}</dt>
          <dd className="text-text-2">{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The Word templates that reports are written on. */
export default function ReportTemplatesPage() {
  useTitle('Report templates')
  const client = useQueryClient()
  const { data, error } = useQuery(templatesOptions)
  const [deleting, setDeleting] = useState<ReportTemplate | null>(null)
  const refresh = () => void client.invalidateQueries({ queryKey: templatesKey })
  const attempt = async (work: () => Promise<unknown>, failure: string) => {
    await work().catch((reason: unknown) => void notify.error(messageOf(reason, failure)))
    refresh()
  }
  const remove = (template: ReportTemplate) => {
    setDeleting(null)
    void attempt(async () => notify.success((await deleteTemplate(template)).message), 'Failed to delete template')
  }
  return (
    <main className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto grid max-w-240 gap-8 px-5 py-6 lg:py-10">
        <div>
          <h1 className="text-xl font-semibold">Report templates</h1>
          <p className="mt-1 text-text-2">
            Of several that fit a study, the one of its laboratory and modality is taken, then that of the laboratory, then that
            of the modality. A new one takes the place of the one before.
          </p>
        </div>
        <TemplateUpload onUploaded={refresh} />
        {error && !data && <FormMessage tone="error">The list could not be read.</FormMessage>}
        {data && (
          <TemplateList
            templates={data}
            onPreview={(template) => void attempt(() => previewTemplate(template), 'Failed to download preview')}
            onDelete={setDeleting}
          />
        )}
        <section aria-label="Fields">
          <h2 className="text-lg font-semibold">Fields</h2>
          <p className="mt-1 mb-3 text-text-2">
            What a template may name. What stands between {'{#age}'} and {'{/age}'} is left out where the age is not known.
          </p>
          <Fields />
        </section>
      </div>
      {deleting && (
        <ConfirmDialog
          title="Delete template"
          action="Delete"
          destructive
          onCancel={() => setDeleting(null)}
          onConfirm={() => remove(deleting)}
        >
          <p>Reports of these studies are written on the next template that fits them.</p>
          <p className="mt-1 font-medium break-words text-text">
            <bdi>{placeOf(deleting)}</bdi>
          </p>
        </ConfirmDialog>
      )}
    </main>
  )
}
