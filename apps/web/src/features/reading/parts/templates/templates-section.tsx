import {
  readingTemplateEndpoints as endpoints,
  type ReadingTemplate,
  type ReadingTemplateEntry,
} from '@readroom/contracts/reading/reading-templates'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmChange } from '../../../../components/form/confirm-change.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { Dialog } from '../../../../components/ui/dialog.tsx'
import { FormMessage } from '../../../../components/ui/form-message.tsx'
import { api } from '../../../../lib/api/api.ts'
import { messageOf } from '../../../../lib/api/api-error.ts'
import { useChange } from '../../../../lib/hooks/use-change.ts'
import { notify } from '../../../../lib/notify.tsx'
import { saveBlob } from '../../../../lib/save-file.ts'
import { templateOptions, templatesKey, templatesOptions } from '../../requests/reading-templates.queries.ts'
import { ContentPreview } from './content-preview.tsx'
import { EntryList } from './entry-list.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { ownerOf } from './place-field.tsx'
import { TemplateDialog } from './template-dialog.tsx'

const about = (entry: ReadingTemplateEntry) =>
  [
    ownerOf(entry),
    entry.modalities.join(', ') || 'all modalities',
    entry.words.length > 0 ? entry.words.join(', ') : entry.isDefault ? 'if nothing else matches' : 'only when chosen',
  ].join(' · ')

type Open =
  | { what: 'new' | 'import' }
  | { what: 'edit' | 'copy' | 'preview'; template: ReadingTemplate }
  | { what: 'delete'; id: string; name: string }

/** Shows the templates available to the user, with the actions on them. */
export function TemplatesSection({ isAdmin }: { isAdmin: boolean }) {
  const client = useQueryClient()
  const { data: templates, error } = useQuery(templatesOptions)
  const [open, setOpen] = useState<Open | null>(null)
  const refresh = () => client.invalidateQueries({ queryKey: templatesKey })
  const close = () => setOpen(null)
  const download = useChange({
    change: (templateId: string) => api.download(endpoints.export, { params: { templateId } }),
    failed: 'The template could not be exported. Please try again.',
    onDone: ({ blob, fileName }) => saveBlob(blob, fileName ?? 'template.html'),
  })

  const show = async (what: 'edit' | 'copy' | 'preview', id: string) => {
    try {
      setOpen({ what, template: await client.fetchQuery(templateOptions(id)) })
    } catch (reason) {
      notify.error(messageOf(reason, 'The template could not be loaded.'))
      await refresh()
    }
  }
  return (
    <section aria-label="Templates" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="flex-1 text-lg font-semibold">Templates</h2>
        <Button className="max-lg:h-11" onClick={() => setOpen({ what: 'import' })}>
          Import template
        </Button>
        <Button look="primary" className="max-lg:h-11" onClick={() => setOpen({ what: 'new' })}>
          New template
        </Button>
      </div>
      {error && !templates && <FormMessage tone="error">The templates could not be loaded.</FormMessage>}
      {templates && (
        <EntryList
          label="Templates"
          empty="No templates yet. Reports begin with empty sections."
          entries={templates.map((one) => ({ id: one._id, name: one.name, about: about(one), isEditable: one.isEditable }))}
          onPreview={(id) => void show('preview', id)}
          onCopy={(id) => void show('copy', id)}
          onEdit={(id) => void show('edit', id)}
          onDelete={(id) => setOpen({ what: 'delete', id, name: templates.find(({ _id }) => _id === id)?.name ?? '' })}
        />
      )}
      {open?.what === 'new' && <TemplateDialog template={null} isAdmin={isAdmin} onSaved={refresh} onClose={close} />}
      {open?.what === 'copy' && (
        <TemplateDialog template={null} copied={open.template} isAdmin={isAdmin} onSaved={refresh} onClose={close} />
      )}
      {open?.what === 'edit' && <TemplateDialog template={open.template} isAdmin={isAdmin} onSaved={refresh} onClose={close} />}
      {open?.what === 'import' && <ImportDialog isAdmin={isAdmin} onSaved={refresh} onClose={close} />}
      {open?.what === 'preview' && (
        <Dialog
          title={open.template.name}
          onClose={close}
          footer={
            <Button className="max-lg:h-11" onClick={() => download.start(open.template._id)}>
              Export (MRRT)
            </Button>
          }
        >
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <section tabIndex={0} aria-label="Preview" className="min-h-0 overflow-y-auto px-5 py-4">
            <ContentPreview content={open.template.content} />
          </section>
        </Dialog>
      )}
      {open?.what === 'delete' && (
        <ConfirmChange
          title="Delete template"
          action="Delete"
          change={() => api.call(endpoints.remove, { params: { templateId: open.id } })}
          done={({ message }) => message}
          failed="Failed to delete template"
          invalidates={[templatesKey]}
          onClose={close}
        >
          <p>Existing reports do not change.</p>
          <p className="mt-1 font-medium text-text">
            <bdi>{open.name}</bdi>
          </p>
        </ConfirmChange>
      )}
    </section>
  )
}
