import { Link } from 'react-router'
import { useProduct } from '#app/base/product.ts'
import { pageMeta, publicPage } from '#app/base/public-page.ts'
import { GrievanceText, MailLink } from '#app/pages/contact.tsx'
import { LegalPage, type LegalSection } from '#app/pages/legal-page.tsx'
import { PaymentTerms, RefundTerms } from '#app/pages/money-terms.tsx'
import { minimumAgeYears } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'
import type { Route } from './+types/terms.route'

export const headers = publicPage

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms of Service',
    description:
      'The rules for students and experts: accounts, sessions, prices, refunds, cancelling and whom to complain to.',
    path: '/terms',
  })

export default function Terms() {
  const product = useProduct()
  return (
    <LegalPage
      title="Terms of Service"
      summary="In short: you pay for the minutes you are both connected, your wallet money stays yours, and experts are responsible for their own advice. This summary is only a help. The text below is binding."
      sections={termsSections(product)}
    />
  )
}

function termsSections({ name, contacts }: Product): LegalSection[] {
  return [
    {
      id: 'acceptance',
      title: 'Accepting these terms',
      body: (
        <>
          <p>
            These terms are an agreement between you and {name}. They apply to the website, to sessions with experts,
            and to the wallet. You accept them when you register. If you use {name} without an account, you accept the
            parts that apply to you. If you do not agree, please do not use {name}.
          </p>
          <p>
            When you register, we store which version you accepted and when. The{' '}
            <Link to="/privacy">Privacy Policy</Link> and the <Link to="/cookies">Cookie Policy</Link> say what happens
            to your data.
          </p>
        </>
      ),
    },
    {
      id: 'accounts',
      title: 'Accounts',
      body: (
        <ul>
          <li>You must be {minimumAgeYears} or older. By registering you confirm that you are.</li>
          <li>One person, one account. Do not share it, sell it, or open it in somebody else’s name.</li>
          <li>What you tell us about yourself must be true, and you keep it up to date.</li>
          <li>Keep your password to yourself. If you think somebody else knows it, change it and tell us.</li>
          <li>Registering creates a student account. Expert accounts are opened by our team after an application.</li>
          <li>
            We may suspend an account that breaks these terms, deceives others or puts them at risk. We say why, unless
            the law forbids it. Wallet money that is yours is still returned.
          </li>
        </ul>
      ),
    },
    {
      id: 'expert-services',
      title: 'Expert services',
      body: (
        <>
          <p>
            {name} brings students and experts together. Experts are independent. They are not our employees, agents or
            partners, and they decide themselves when they are online and how they help.
          </p>
          <p>
            Our team checks experts before they are approved. That is a check of their documents and background, not a
            promise that every answer is right.
          </p>
          <p>
            <strong>Advice is for information only.</strong> It does not replace treatment by a doctor, representation
            by a lawyer, or a professional’s review of your own case. Decide for yourself what you do with it. Do not
            use {name} in an emergency.
          </p>
          <p>In a session, both sides agree to:</p>
          <ul>
            <li>treat each other with respect, and do nothing unlawful;</li>
            <li>record nothing without the other’s clear consent;</li>
            <li>pay for sessions that began here only through {name};</li>
            <li>not cheat: experts do not sit exams or hand in work in a student’s name.</li>
          </ul>
        </>
      ),
    },
    {
      id: 'payments',
      title: 'Payments and fees',
      body: <PaymentTerms name={name} />,
    },
    {
      id: 'refunds',
      title: 'Refunds and cancellation',
      body: <RefundTerms />,
    },
    {
      id: 'intellectual-property',
      title: 'Intellectual property',
      body: (
        <>
          <p>
            The name {name}, the design and the software belong to us or to those who license them to us. Use them as
            part of the service, not for a copy of it.
          </p>
          <p>
            What you write, upload or say stays yours. You allow us to store it and show it to the people it is meant
            for, and to show your reviews and public profile to everybody, as long as that is needed to run the service.
            Upload only what you have the right to share.
          </p>
        </>
      ),
    },
    {
      id: 'liability',
      title: 'Limitation of liability',
      body: (
        <>
          <p>
            We work to keep {name} available and correct, but we cannot promise that it is never interrupted or free of
            mistakes. We are not liable for what an expert advises or for what follows from acting on it.
          </p>
          <p>
            For anything else, our liability is limited to the amount you paid for the service that the claim is about.
            Nothing here limits liability that the law does not allow to be limited, or takes away your rights as a
            consumer in India.
          </p>
        </>
      ),
    },
    { id: 'grievance', title: 'Grievances', body: <GrievanceText /> },
    {
      id: 'changes',
      title: 'Changes',
      body: (
        <p>
          We may change these terms. The date at the top of this page changes with them. If a change matters to you, we
          tell you in advance by email or on the site. Whatever you have already booked or used keeps its original terms
          and price.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Questions about these terms: <MailLink email={contacts.legalEmail} />. Help with a session or your wallet:{' '}
          <MailLink email={contacts.supportEmail} />.
        </p>
      ),
    },
  ]
}
