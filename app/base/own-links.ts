import type { Viewer } from '#app/base/viewer.ts'

/** All links of the team lead to the same page. */
const teamHome = { to: '/team', label: 'Team' }
const teamLinks = { profile: teamHome, wallet: teamHome, sessions: teamHome }

/** Links to the viewer's own pages. A visitor signs in first and is then redirected there. */
export function ownLinks(viewer: Viewer | null) {
  if (!viewer) {
    return {
      profile: { to: '/login?from=profile', label: 'Profile' },
      wallet: { to: '/login?from=wallet', label: 'Wallet' },
      sessions: { to: '/login?redirect=/user/sessions', label: 'Sessions' },
    }
  }
  if (viewer.role === 'team') return teamLinks
  return viewer.role === 'expert'
    ? {
        profile: { to: '/expert/profile', label: 'Expert Profile' },
        wallet: { to: '/expert/wallet', label: 'Expert Wallet' },
        sessions: { to: '/expert/sessions', label: 'Sessions' },
      }
    : {
        profile: { to: '/user/profile', label: 'User Profile' },
        wallet: { to: '/user/wallet', label: 'User Wallet' },
        sessions: { to: '/user/sessions', label: 'Sessions' },
      }
}

export function ownSecurityPath({ role }: Pick<Viewer, 'role'>): string {
  return role === 'expert' ? '/expert/security' : '/user/security'
}
