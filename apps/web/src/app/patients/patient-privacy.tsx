import { can } from '@readroom/contracts/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { PrivacyMenu } from '../../features/privacy/privacy-menu.tsx'
import { useUser } from '../../lib/session/session.ts'
import { studyKeys } from '../../lib/studies/study-cache.ts'

/** For those who may: exports and erasures of the record's patient. */
export function PatientPrivacy({ studyId, onRemoved }: { studyId: string; onRemoved: () => void }) {
  const { role } = useUser()
  const client = useQueryClient()
  if (!can(role, 'privacy.manage')) return null
  return (
    <PrivacyMenu
      studyId={studyId}
      onRemoved={() => {
        void client.invalidateQueries({ queryKey: studyKeys.lists })
        void client.invalidateQueries({ queryKey: studyKeys.counts })
        onRemoved()
      }}
    />
  )
}
