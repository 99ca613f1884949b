import { Link } from 'react-router'
import { useProduct } from '#app/base/product.ts'
import { pageMeta, publicPage } from '#app/base/public-page.ts'
import { GrievanceText, MailLink } from '#app/pages/contact.tsx'
import { LegalPage, type LegalSection } from '#app/pages/legal-page.tsx'
import type { Product } from '#kernel/product.ts'
import type { Route } from './+types/cookies.route'
import { knownBrowserDays, signInCookieDays, visitCookieHours, visitorCookieYears } from '#kernel/limits.ts'

export const headers = publicPage

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Cookie Policy',
    description:
      'The few cookies we use, what each one is for, how long it lasts, and how to remove it from your browser.',
    path: '/cookies',
  })

export default function Cookies() {
  const product = useProduct()
  return (
    <LegalPage
      title="Cookie Policy"
      summary="In short: we use only the cookies that signing in and showing pages need. No advertising, and no analytics today."
      sections={cookieSections(product)}
    />
  )
}

function cookieSections({ name, contacts }: Product): LegalSection[] {
  return [
    {
      id: 'what',
      title: 'What cookies are',
      body: (
        <p>
          A cookie is a small note that a website leaves in your browser. The browser shows it again on the next
          request, so that the website knows, for example, that you are still signed in.
        </p>
      ),
    },
    {
      id: 'types',
      title: 'Types of cookies',
      body: (
        <>
          <h3>Necessary</h3>
          <p>
            Without these {name} does not work: they keep you signed in and keep your visit together. They need no
            consent, and they are not used to follow you anywhere else.
          </p>
          <h3>Analytics</h3>
          <p>
            Such cookies count visits and show which pages are used. We have none in use today. Should that change, this
            page says so first, and you are asked before one is set.
          </p>
          <h3>Advertising</h3>
          <p>We have none.</p>
        </>
      ),
    },
    { id: 'list', title: 'The cookies, one by one', body: <CookieTable /> },
    {
      id: 'others',
      title: 'Cookies of others',
      body: (
        <p>
          Our pages load nothing from other companies, so no one else sets cookies through them. If a payment opens a
          page of the payment processor, that page follows the processor’s own policy.
        </p>
      ),
    },
    {
      id: 'control',
      title: 'Your control',
      body: (
        <>
          <p>
            Your browser’s settings show the cookies it holds, delete them and block them. Without the necessary ones
            you can still look around, but not sign in.
          </p>
          <p>
            Logging out removes the auth cookie. How we treat data in general is in the{' '}
            <Link to="/privacy">Privacy Policy</Link>.
          </p>
        </>
      ),
    },
    { id: 'grievance', title: 'Grievances', body: <GrievanceText /> },
    {
      id: 'changes',
      title: 'Changes',
      body: <p>When we add or remove a cookie, the table and the date at the top of this page change with it.</p>,
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Questions about cookies: <MailLink address={contacts.privacyEmail} />.
        </p>
      ),
    },
  ]
}

const cookies = [
  {
    name: 'Session cookie',
    type: 'Necessary',
    purpose:
      'Keeps details of your visit together: your time zone, so that times are shown correctly, and, for a moment, the message that the next page shows you.',
    lasts: 'Session (until you close the browser)',
    inUse: true,
  },
  {
    name: 'Auth cookie',
    type: 'Necessary',
    purpose: 'Keeps you signed in. It holds a random key that scripts on the page cannot read.',
    lasts: `${signInCookieDays} days, or until you log out`,
    inUse: true,
  },
  {
    name: 'Browser cookie',
    type: 'Necessary',
    purpose:
      'Lets us know this browser again when you log in, so that we can warn you of a login from one that is new, and so that wrong passwords of others do not make you wait. It signs nobody in.',
    lasts: `${knownBrowserDays} days`,
    inUse: true,
  },
  {
    name: 'Analytics cookie: visitor',
    type: 'Analytics',
    purpose: 'Would tell new visitors from returning ones.',
    lasts: `${visitorCookieYears} years`,
    inUse: false,
  },
  {
    name: 'Analytics cookie: visit',
    type: 'Analytics',
    purpose: 'Would group the pages of one day’s visit.',
    lasts: `${visitCookieHours} hours`,
    inUse: false,
  },
]

function CookieTable() {
  return (
    <table className="mt-5 w-full border-t border-line text-left text-small">
      <caption className="sr-only">Cookies, what they do and how long they last</caption>
      <thead className="text-quiet">
        <tr className="border-b border-line">
          <th scope="col" className="w-[32%] py-3 pr-3 font-medium">
            Cookie
          </th>
          <th scope="col" className="py-3 pr-3 font-medium">
            What it does
          </th>
          <th scope="col" className="w-[26%] py-3 font-medium">
            How long it lasts
          </th>
        </tr>
      </thead>
      <tbody>
        {cookies.map(({ name, type, purpose, lasts, inUse }) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="py-3.5 pr-3 font-normal">
              <span className="block font-semibold text-text">{name}</span>
              <span className="mt-0.5 block text-quiet">{type}</span>
              {!inUse && <span className="mt-0.5 block text-quiet">not in use today</span>}
            </th>
            <td className="py-3.5 pr-3">{purpose}</td>
            <td className="figures py-3.5">{lasts}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
