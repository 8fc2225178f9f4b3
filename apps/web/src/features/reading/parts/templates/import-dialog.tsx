import { readingTemplateEndpoints } from '@readroom/contracts/reading/reading-templates'
import { z } from 'zod'
import { FormDialog } from '../../../../components/form/form-dialog.tsx'
import { FormField, FormFile } from '../../../../components/form/form-field.tsx'
import { api } from '../../../../lib/api/api.ts'
import { PlaceField, placeOf } from './place-field.tsx'

const Fields = z.object({ file: z.instanceof(File).nullable(), name: z.string(), labId: z.string() }).refine(({ file }) => file, {
  path: ['file'],
  error: 'Please choose a file',
})
type Fields = z.input<typeof Fields>

type Props = { isAdmin: boolean; onSaved: () => Promise<void>; onClose: () => void }

/** Imports a template from a file. */
export function ImportDialog({ isAdmin, onSaved, onClose }: Props) {
  return (
    <FormDialog
      title="Import template"
      width="max-w-[860px]"
      action="Import"
      schema={Fields}
      values={{ file: null, name: '', labId: '' }}
      change={async ({ file, name, labId }) => {
        const { scope, labId: ofLab } = placeOf(isAdmin, labId)
        const answer = await api.upload(
          readingTemplateEndpoints.import,
          {},
          { file, fields: { scope, labId: ofLab ?? '', name } },
        )
        await onSaved()
        return answer
      }}
      done={({ message, notes }) => [`${message}.`, ...notes].join(' ')}
      failed="Failed to save"
      onClose={onClose}
    >
      <p className="text-text-2">
        Import a report template in the RSNA/IHE format (MRRT, HTML). Unless Readroom exported it, it opens automatically only
        after you set its studies.
      </p>
      <FormFile<Fields> name="file" label="File" hint="HTML, up to 1 MB." accept=".html,.htm,text/html" required />
      <FormField<Fields> name="name" label="Name" hint="Leave empty to use the title of the file." maxLength={100} />
      {isAdmin && <PlaceField />}
    </FormDialog>
  )
}
