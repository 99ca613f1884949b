import { Link } from 'react-router'
import { useProduct } from '#app/base/product.ts'
import { pageMeta, publicPage } from '#app/base/public-page.ts'
import { GrievanceText, MailLink } from '#app/pages/contact.tsx'
import { LegalPage, type LegalSection } from '#app/pages/legal-page.tsx'
import { minimumAgeYears } from '#kernel/limits.ts'
import type { Product } from '#kernel/product.ts'
import type { Route } from './+types/privacy.route'

export const headers = publicPage

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Privacy Policy',
    description:
      'Which data we collect, what we use it for, who sees it, how it is protected, and how to download or delete yours.',
    path: '/privacy',
  })

export default function Privacy() {
  const product = useProduct()
  return (
    <LegalPage
      title="Privacy Policy"
      summary="In short: we collect what a session and its payment need, we do not record your calls, we do not sell your data, and you can download or delete it."
      sections={privacySections(product)}
    />
  )
}

function privacySections({ name, contacts }: Product): LegalSection[] {
  return [
    { id: 'collected', title: 'Data we collect', body: <Collected /> },
    {
      id: 'use',
      title: 'How we use it',
      body: (
        <>
          <ul>
            <li>To run your account, and to recognise you when you sign in.</li>
            <li>To bring you and an expert together, connect the call and meter its time.</li>
            <li>To hold, charge, refund and pay out money, and to show you each of these steps.</li>
            <li>To decide about refunds and complaints based on facts.</li>
            <li>To check experts before they are approved.</li>
            <li>To keep {name} safe from fraud, abuse and faults.</li>
            <li>To tell you what you need to know, such as a request, a receipt or a change of these pages.</li>
            <li>To meet our duties by law, for example in accounting and tax.</li>
          </ul>
          <p>We do not use your data for advertising, and we do not sell it.</p>
        </>
      ),
    },
    { id: 'sharing', title: 'Who we share it with', body: <Sharing name={name} /> },
    {
      id: 'calls',
      title: 'Your calls',
      body: (
        <>
          <p>
            We do not record calls. Sound and picture travel encrypted from browser to browser. Where no direct way
            exists, a relay passes them on, still encrypted, and keeps nothing.
          </p>
          <p>
            A direct connection means that the device on the other side can learn your network address. Nothing of the
            kind is exchanged before the expert has accepted your request.
          </p>
          <p>What we do keep is a timeline: who asked, answered, joined and left at what time, and what was billed.</p>
        </>
      ),
    },
    {
      id: 'security',
      title: 'Security',
      body: (
        <>
          <ul>
            <li>Data travels encrypted between your browser and us.</li>
            <li>Passwords are stored only as hashes. Nobody can read yours, not even our team.</li>
            <li>Bank details are encrypted where they are stored, and shown only as their last four digits.</li>
            <li>Card details go to the payment processor. We do not store them.</li>
            <li>Only those of our team who need data for their work can see it.</li>
          </ul>
          <p>
            No system is perfectly safe. If your data should ever be affected by a breach, we tell you and the
            authorities as the law asks.
          </p>
        </>
      ),
    },
    { id: 'rights', title: 'Your data rights', body: <Rights privacyEmail={contacts.privacyEmail} /> },
    {
      id: 'age',
      title: `Not for people under ${minimumAgeYears}`,
      body: (
        <p>
          {name} is for people of {minimumAgeYears} and over. We do not knowingly collect data of anybody younger. If
          you believe that somebody under {minimumAgeYears} has an account, write to us and we will close it and delete
          the data.
        </p>
      ),
    },
    { id: 'grievance', title: 'Grievances', body: <GrievanceText /> },
    {
      id: 'changes',
      title: 'Changes',
      body: (
        <p>
          When this policy changes, so does the date at the top. If a change affects how we treat data that we already
          have, we tell you by email or on the site before it applies.
        </p>
      ),
    },
    {
      id: 'contact',
      title: 'Contact',
      body: (
        <p>
          Questions about your data: <MailLink email={contacts.privacyEmail} />.
        </p>
      ),
    },
  ]
}

function Collected() {
  return (
    <>
      <h3>From everybody with an account</h3>
      <p>
        Your name, your email address and a hash of your password. If you add them: phone number, photo, languages, a
        few words about yourself, and a parent’s WhatsApp number.
      </p>
      <h3>From experts</h3>
      <p>
        What you send with your application: introduction, documents, Gmail ID, phone number and location. Later your
        public profile, and bank details when you ask for a withdrawal.
      </p>
      <h3>About sessions</h3>
      <p>
        The question, files and messages you send, the timeline of the call and its billed minutes, reviews, and the
        expert’s feedback to the student.
      </p>
      <h3>About money</h3>
      <p>
        What you add, hold, pay, get back, earn and withdraw, with times, and the payment processor’s reference. Not
        your card number.
      </p>
      <h3>From your device</h3>
      <p>
        Network address, kind of browser, time zone, where you are signed in, and technical logs of requests and faults.
        To find people who pay or rate themselves, we compare devices, network addresses and bank accounts of accounts
        that deal with each other. A person then reviews the result. For this we keep the last network address and the
        user agent (name and version) of each browser for 90 days. If you allow notifications, the URL at which your
        browser receives them. Cookies are described in the <Link to="/cookies">Cookie Policy</Link>.
      </p>
    </>
  )
}

function Sharing({ name }: { name: string }) {
  return (
    <ul>
      <li>
        <strong>The expert you ask</strong> sees your name, your question, file and messages, and your review.
      </li>
      <li>
        <strong>The student who asks</strong> sees the expert’s public profile and feedback.
      </li>
      <li>
        <strong>Everybody</strong> can see an expert’s public profile and the reviews on it, with the reviewer’s name.
        Contact and bank details are never part of it.
      </li>
      <li>
        <strong>Payment processors and banks</strong> get what a payment, refund or withdrawal needs.
      </li>
      <li>
        <strong>Companies that work for us</strong>, for hosting, email and the like, get what their task needs and may
        use it for nothing else.
      </li>
      <li>
        <strong>Authorities</strong> get what a valid legal order asks for, and no more.
      </li>
      <li>
        <strong>A successor</strong>, should {name} be sold or merged, would be bound by this policy. We would tell you
        first.
      </li>
    </ul>
  )
}

function Rights({ privacyEmail }: { privacyEmail: string }) {
  return (
    <>
      <p>You can, at any time and at no cost:</p>
      <ul>
        <li>
          <strong>see and download</strong> your data;
        </li>
        <li>
          <strong>correct</strong> what is wrong or out of date;
        </li>
        <li>
          <strong>delete</strong> your account and your data;
        </li>
        <li>
          <strong>withdraw</strong> a consent, for example to notifications;
        </li>
        <li>
          <strong>name somebody</strong> who may use these rights for you if you no longer can.
        </li>
      </ul>
      <p>
        Do it on the security page of your account, or write to <MailLink email={privacyEmail} /> from the email address
        of your account.
      </p>
      <p>
        After a deletion we keep only what the law obliges us to keep, above all records of money, for as long as it
        does. Before you delete your account, use your balance or have it returned. If we do not accept your
        application, we delete everything you sent with it six months after our answer.
      </p>
    </>
  )
}
