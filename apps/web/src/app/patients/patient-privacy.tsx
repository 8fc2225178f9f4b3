import { can } from '@readroom/contracts/core/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { ButtonLink } from '../../components/ui/button.tsx'
import { PrivacyMenu } from '../../features/privacy/privacy-menu.tsx'
import { mergePath } from '../../lib/paths.ts'
import { useUser } from '../../lib/session/session.ts'
import { studyKeys } from '../../lib/studies/study-cache.ts'

/** Shows the menu for exporting and erasing the patient, and the link for merging. Renders nothing without the permission `privacy.manage`. */
export function PatientPrivacy({ studyId, onRemoved }: { studyId: string; onRemoved: () => void }) {
  const { role } = useUser()
  const client = useQueryClient()
  if (!can(role, 'privacy.manage')) return null
  return (
    <>
      {can(role, 'identity.review') && (
        <ButtonLink to={mergePath(studyId)} className="max-lg:h-11">
          Merge
        </ButtonLink>
      )}
      <PrivacyMenu
        studyId={studyId}
        onRemoved={() => {
          void client.invalidateQueries({ queryKey: studyKeys.lists })
          void client.invalidateQueries({ queryKey: studyKeys.counts })
          onRemoved()
        }}
      />
    </>
  )
}
