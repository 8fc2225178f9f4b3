import { ChevronDown, Plus } from 'lucide-react'
import { Button } from '../../../components/ui/button.tsx'
import { Menu, MenuLink } from '../../../components/ui/menu.tsx'
import { paths } from '../../../lib/paths.ts'

/** Shows the registrations in the administrators' worklist. */
export function AddMenu() {
  return (
    <Menu
      label="Add"
      trigger={
        <Button look="quiet" className="max-lg:h-11">
          <Plus size={15} className="text-icon" aria-hidden />
          Add
          <ChevronDown size={12} className="text-icon" aria-hidden />
        </Button>
      }
    >
      <MenuLink to={paths.newLab}>Add lab</MenuLink>
      <MenuLink to={paths.newDoctor}>Add doctor</MenuLink>
      <MenuLink to={paths.newAdmin}>Add admin</MenuLink>
    </Menu>
  )
}
