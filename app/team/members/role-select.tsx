import { teamRoleLabels } from '#app/team/members/member-text.ts'
import { Field } from '#app/ui/field.tsx'
import { Select } from '#app/ui/select.tsx'
import { type TeamRole, teamRoles } from '#domain/policy.ts'

export function RoleSelect({ current }: { current: TeamRole }) {
  return (
    <Field label="Role" required>
      <Select name="role" defaultValue={current}>
        {teamRoles.map((role) => (
          <option key={role} value={role}>
            {teamRoleLabels[role].label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

/** Returns the name of the chosen role, or a general text before scripts have loaded. */
export function chosenRole(entered: FormData | null): string {
  const role = teamRoles.find((teamRole) => teamRole === entered?.get('role'))
  return role ? teamRoleLabels[role].label : 'the chosen role'
}
