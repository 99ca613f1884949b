import { Link } from 'react-router'
import { serve } from '#app/base/serve.server.ts'
import { type CookieNames, listCookieNames } from '#app/pages/cookie-names.server.ts'
import { useProduct } from '#app/base/product.ts'
import { pageMeta, publicPage } from '#app/base/public-page.ts'
import { GrievanceText, MailLink } from '#app/pages/contact.tsx'
import { LegalPage, type LegalSection } from '#app/pages/legal-page.tsx'
import { cookieListDay } from '#kernel/legal-texts.ts'
import type { Product } from '#kernel/product.ts'
import { dateText } from '#kernel/time.ts'
import type { Route } from './+types/cookies.route'
import {
  knownBrowserDays,
  signInCookieDays,
  signInMaxDays,
  visitCookieHours,
  visitorCookieYears,
} from '#kernel/limits.ts'

export const loader = serve('anyone', async ({ product }) => ({ names: listCookieNames(product) }))

export const headers = publicPage

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Cookie Policy',
    description:
      'The few cookies we use, what each one is for, how long it lasts, and how to remove it from your browser.',
    path: '/cookies',
  })

export default function Cookies({ loaderData: { names } }: Route.ComponentProps) {
  const product = useProduct()
  return (
    <LegalPage
      title="Cookie Policy"
      summary="In short: we use only the cookies that signing in and showing pages need. No advertising, and no analytics today."
      sections={cookieSections(product, names)}
    />
  )
}

function cookieSections({ name, contacts }: Product, names: CookieNames): LegalSection[] {
  return [
    {
      id: 'what',
      title: 'What cookies are',
      body: (
        <p>
          A cookie is a small text that a website stores in your browser. The browser sends it back with each request,
          so that the website can see, for example, that you are still signed in.
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
            Without these {name} does not work: they keep you signed in and store details of your visit. They need no
            consent, and they are not used to follow you on other websites.
          </p>
          <h3>Analytics</h3>
          <p>
            Analytics cookies count visits and show which pages are used. We use none today. If that changes, this page
            will say so first, and we will ask you before we set one.
          </p>
          <h3>Advertising</h3>
          <p>We have none.</p>
        </>
      ),
    },
    {
      id: 'list',
      title: 'The cookies, one by one',
      body: (
        <>
          <p>
            These are all of our cookies. The list was last changed on{' '}
            <time dateTime={cookieListDay}>{dateText(new Date(cookieListDay), 'UTC')}</time>.
          </p>
          <CookieTable names={names} />
        </>
      ),
    },
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
      body: <p>When we add or remove a cookie, the list and the date above it change with it.</p>,
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Questions about cookies: <MailLink email={contacts.privacyEmail} />.
        </p>
      ),
    },
  ]
}

const cookies = [
  {
    id: 'session',
    name: 'Session cookie',
    type: 'Necessary',
    purpose:
      'Stores details of your visit: your time zone, so that times are shown correctly, and, for at most a minute, a message for the next page.',
    lasts: 'Session (until you close the browser)',
    inUse: true,
  },
  {
    id: 'auth',
    name: 'Auth cookie',
    type: 'Necessary',
    purpose: 'Keeps you signed in. It holds a random key that scripts on the page cannot read.',
    lasts: `${signInCookieDays} days after your last visit, at most ${signInMaxDays} days, or until you log out`,
    inUse: true,
  },
  {
    id: 'browser',
    name: 'Browser cookie',
    type: 'Necessary',
    purpose:
      'Lets us recognise this browser when you log in. We can then warn you of a login from a new browser, and wrong passwords that others enter do not make you wait. It does not sign anyone in.',
    lasts: `${knownBrowserDays} days`,
    inUse: true,
  },
  {
    id: 'visitor',
    name: 'Analytics cookie: visitor',
    type: 'Analytics',
    purpose: 'Would distinguish new visitors from returning visitors.',
    lasts: `${visitorCookieYears} years`,
    inUse: false,
  },
  {
    id: 'visit',
    name: 'Analytics cookie: visit',
    type: 'Analytics',
    purpose: 'Would group the pages of one day’s visit.',
    lasts: `${visitCookieHours} hours`,
    inUse: false,
  },
] as const

function CookieTable({ names }: { names: CookieNames }) {
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
        {cookies.map(({ id, name, type, purpose, lasts, inUse }) => (
          <tr key={id} className="border-b border-line align-top">
            <th scope="row" className="py-3.5 pr-3 font-normal">
              <span className="block font-semibold text-text">{name}</span>
              <span className="mt-0.5 block text-quiet">{type}</span>
              {!inUse && <span className="mt-0.5 block text-quiet">not in use today</span>}
            </th>
            <td className="py-3.5 pr-3">
              {purpose}
              {inUse &&
                names[id].map((stored) => (
                  <code key={stored} className="mt-1 block wrap-anywhere text-quiet">
                    {stored}
                  </code>
                ))}
            </td>
            <td className="figures py-3.5">{lasts}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
