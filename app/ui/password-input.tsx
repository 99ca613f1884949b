import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cx } from '#app/ui/cx.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { TextInput } from '#app/ui/text-input.tsx'

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  return (
    <div className="relative">
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={cx('pr-12', className)}
      />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        icon={
          isShown ? <EyeOff className="size-5" aria-hidden="true" /> : <Eye className="size-5" aria-hidden="true" />
        }
        onClick={() => setIsShown(!isShown)}
        disabled={rest.disabled}
        className="absolute top-0 right-0 hover:bg-transparent noscript:hidden"
      />
    </div>
  )
}
