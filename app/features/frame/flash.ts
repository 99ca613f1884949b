import type { Toast } from '#app/ui/toast.tsx'

/** The name of the cookie, and of the mark in the address of a redirect that the page's own router follows. */
export const flashName = 'samjhao_flash'

/** The toasts that a redirect can bring along. The code travels; the words stand here. */
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
  session_booked: { kind: 'success', text: 'Your session is booked' },
  booking_moved: { kind: 'success', text: 'The session has a new time' },
  booking_cancelled: { kind: 'info', text: 'The session is cancelled' },
  account_deleted: { kind: 'info', text: 'Your account has been deleted.' },
  log_in_first: { kind: 'info', text: 'Please log in to view your profile' },
} as const satisfies Record<string, Pick<Toast, 'kind' | 'text' | 'description'>>

export type FlashCode = keyof typeof flashes

/** What a document brings along; the id tells two documents that got the same cookie apart from two cookies. */
export type Flash = { code: FlashCode; id: string }

export function isFlashCode(code: string | null | undefined): code is FlashCode {
  return typeof code === 'string' && Object.hasOwn(flashes, code)
}

export function flashToast(code: FlashCode, productName: string): Toast {
  const flash: Omit<Toast, 'id'> = flashes[code]
  return { ...flash, text: flash.text.replace('{product}', productName), id: 'flash' }
}

/** The address of a redirect with the code in it; no other tab can take it from there. */
export function markAddress(address: string, code: FlashCode): string {
  return rewrite(address, (query) => query.set(flashName, code))
}

/** Takes the code out of what the router is about to follow, so that it never stands in the address bar. */
export function takeFlashOfRedirects(results: Record<string, { result: unknown }>): FlashCode | null {
  let found: FlashCode | null = null
  for (const { result } of Object.values(results)) {
    const address = result instanceof Response ? result.headers.get('Location') : null
    if (!(result instanceof Response) || !address?.includes(flashName)) continue
    const clean = rewrite(address, (query) => {
      const code = query.get(flashName)
      if (isFlashCode(code)) found = code
      query.delete(flashName)
    })
    result.headers.set('Location', clean)
  }
  return found
}

function rewrite(address: string, change: (query: URLSearchParams) => void): string {
  const [, path = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? []
  const query = new URLSearchParams(search)
  change(query)
  return `${path}${query.size > 0 ? `?${query}` : ''}${hash}`
}
