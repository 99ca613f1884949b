import type { ComponentProps } from 'react'
import { TextInput } from '#app/ui/text-input.tsx'

/** A text input for an email address. Phone keyboards show @, and do not correct or capitalize the text. */
export function EmailInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <TextInput
      autoComplete="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type="email"
      inputMode="email"
    />
  )
}
