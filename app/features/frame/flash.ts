import type { Toast } from '#app/ui/toast.tsx'

export const flashCookieName = 'samjhao_flash'

/** The toasts that a redirect can bring along. A cookie carries the code; the words stand here. */
const flashes = {
  logged_in: { kind: 'success', text: 'Login successful! Welcome back.' },
  registered: { kind: 'success', text: 'Registration successful! Welcome to {product}' },
  logged_out: { kind: 'info', text: 'You have been logged out.' },
  password_updated: { kind: 'success', text: 'Password updated successfully!' },
  profile_updated: { kind: 'success', text: 'Profile updated successfully!' },
  expert_profile_updated: {
    kind: 'success',
    text: 'Profile Updated',
    description: 'Your expert profile has been successfully updated.',
  },
  account_deleted: { kind: 'info', text: 'Your account has been deleted.' },
  log_in_first: { kind: 'info', text: 'Please log in to view your profile' },
} as const satisfies Record<string, Pick<Toast, 'kind' | 'text' | 'description'>>

export type FlashCode = keyof typeof flashes

/** Reads the flash of this page, if there is one, and takes it away. */
export function takeFlash(productName: string): Toast | null {
  const code = new RegExp(`(?:^|; )${flashCookieName}=(\\w+)`).exec(document.cookie)?.[1]
  if (!code) return null
  document.cookie = `${flashCookieName}=; Path=/; Max-Age=0; SameSite=Lax`
  if (!Object.hasOwn(flashes, code)) return null
  const flash: Omit<Toast, 'id'> = flashes[code as FlashCode]
  return { ...flash, text: flash.text.replace('{product}', productName), id: 'flash' }
}
