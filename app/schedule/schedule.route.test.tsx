import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import * as schedulePage from '#app/schedule/schedule.route.tsx'
import type { Calendar, CalendarDay, CalendarEntry, CalendarFeed } from '#domain/bookings/contract.ts'
import type { ExternalCalendar, OwnSchedule } from '#domain/schedule/contract.ts'
import type { SessionId } from '#kernel/ids.ts'
import type { RefusalCode } from '#kernel/refusals.ts'
import { expectAccessible } from '#tests/accessible.ts'
import { networkFailure } from '#tests/stub-fetch.ts'
import { errorResponse } from '#tests/error-response.ts'
import { errorOf, linksOf, optionsOf, textOf } from '#tests/read-element.ts'
import { type LoaderData, now, openScreen, type Options, refusedAnswer, type Sent, toastText } from '#tests/screen.tsx'
import { ravi } from '#tests/viewers.ts'

describe('weekly hours', () => {
  test('that end before they begin show an error at their day and are not sent', async () => {
    const { main, user, sent } = open()
    await user.click(button('Add hours on Tuesday'))
    expect([time('Tuesday, from').value, time('Tuesday, to').value]).toEqual(['540', '1020'])
    await user.selectOptions(time('Tuesday, to'), '8:00 AM')
    await user.click(button('Save hours'))
    expect(textOf(day('Tuesday'))).toContain(
      'Hours must end after they start. To continue past midnight, end at midnight and add hours on the next day.',
    )
    expect(describedBy(day('Tuesday'))).toContain('Hours must end after they start.')
    expect(textOf(main.getByRole('alert'))).toBe('Not saved. Correct the fields marked above.')
    expect(document.activeElement).toBe(time('Tuesday, from'))
    await expectAccessible(day('Tuesday'))
    await user.selectOptions(time('Tuesday, to'), '5:00 PM')
    expect(main.queryByRole('alert')).toBeNull()
    expect(sent).toEqual([])
  })

  test('that overlap show an error at their day until a range is removed', async () => {
    const { user, sent } = open({ schedule: tuesdays })
    await user.click(button('Add hours on Tuesday'))
    expect(time('Tuesday, range 2, from').value).toBe(String(18 * 60))
    await user.selectOptions(time('Tuesday, range 2, from'), '4:00 PM')
    await user.click(button('Save hours'))
    expect(textOf(day('Tuesday'))).toContain('These hours overlap.')
    expect(sent).toEqual([])
    await user.click(button('Remove Tuesday, range 2'))
    expect(textOf(day('Tuesday'))).not.toContain('These hours overlap.')
    expect(document.activeElement).toBe(button('Add hours on Tuesday'))
  })

  test('are saved together with the zone and the free time around sessions', async () => {
    const { main, user, sent } = open({}, () => ({
      done: 'Saved. 4 times can be booked in the next 7 days.',
    }))
    await user.click(button('Add hours on Monday'))
    await user.selectOptions(time('Monday, from'), '9:30 AM')
    await user.click(button('Add hours on Monday'))
    await user.selectOptions(main.field('Free time around sessions'), '30 minutes')
    await user.selectOptions(main.field('Notice'), '3 hours')
    await user.click(button('Save hours'))
    await waitFor(() => expect(toastText()).toBe('Saved. 4 times can be booked in the next 7 days.'))
    expect(sent).toEqual([
      {
        to: '/expert/schedule',
        fields: {
          act: 'save',
          version: 'v1',
          zone: 'Asia/Kolkata',
          bufferMinutes: '30',
          noticeMinutes: '180',
          'from-1': ['570', '1080'],
          'to-1': ['1020', '1140'],
        },
      },
    ])
    // The text of the toast stays readable on the page.
    const hours = main.region('Weekly hours').element
    await waitFor(() => expect(textOf(hours)).toContain('4 times can be booked in the next 7 days.'))
  })

  test('of one day can be copied to all days, to weekdays or to one day', async () => {
    const { main, user } = open({ schedule: tuesdays })
    const copyTuesday = async (menuItem: string) => {
      await user.click(button('Copy Tuesday to other days'))
      await user.click(await screen.findByRole('menuitem', { name: menuItem }))
    }
    const daysWithHours = () => weekdays.filter((name) => !textOf(day(name)).includes('No hours')).join(', ')
    await copyTuesday('To Sunday')
    expect(daysWithHours()).toBe('Tuesday, Sunday')
    expect(textOf(main.getByRole('status'))).toBe('Tuesday is copied to Sunday.')
    await user.click(button('Clear Sunday'))
    expect(document.activeElement).toBe(button('Add hours on Sunday'))
    await copyTuesday('To Monday to Friday')
    expect(daysWithHours()).toBe('Monday, Tuesday, Wednesday, Thursday, Friday')
    await copyTuesday('To every day')
    expect(daysWithHours()).toBe(weekdays.join(', '))
    expect([time('Sunday, from').value, time('Sunday, to').value]).toEqual(['540', '1020'])
  })

  test('that last until midnight disable the add button of that day', async () => {
    const { user } = open({ schedule: tuesdays })
    await user.selectOptions(time('Tuesday, to'), 'Midnight')
    expect(button('Add hours on Tuesday').getAttribute('aria-disabled')).toBe('true')
    await user.click(button('Add hours on Tuesday'))
    expect(day('Tuesday').querySelectorAll('select')).toHaveLength(2)
  })

  test('keep the input after a refusal and after a network error', async () => {
    const answers = [() => refusedAnswer('hours_overlap'), networkFailure]
    const { main, user } = open({ schedule: tuesdays }, () => answers.shift()?.())
    await user.selectOptions(time('Tuesday, to'), '6:00 PM')
    await user.click(button('Save hours'))
    await waitFor(() => expect(textOf(main.getByRole('alert'))).toBe('These hours overlap. Merge them into one.'))
    await user.click(button('Save hours'))
    await waitFor(() => expect(textOf(main.getByRole('alert'))).toContain('connection'))
    expect(time('Tuesday, to').value).toBe(String(18 * 60))
  })

  test('that changed in another tab are offered after a refusal, and the input stays', async () => {
    let stored = { schedule: tuesdays, version: 'v1' }
    const answers = [
      () => {
        stored = { schedule: { ...tuesdays, noticeMinutes: 180 }, version: 'v2' }
        return refusedAnswer('schedule_changed')
      },
      () => {
        stored = { schedule: { ...tuesdays, noticeMinutes: 720 }, version: 'v3' }
        return { done: 'Saved.', version: 'v3' }
      },
    ]
    const { main, user, sent } = open(
      () => stored,
      () => answers.shift()?.(),
    )
    await user.selectOptions(time('Tuesday, to'), '6:00 PM')
    await user.click(button('Save hours'))
    const text = 'Your hours were changed in another tab or on another device, so these were not saved.'
    await waitFor(() => expect(textOf(main.getByRole('alert'))).toBe(text))
    expect(await main.findByText('What you entered is still here', { exact: false })).toBeTruthy()
    expect([time('Tuesday, to').value, main.field('Notice').value]).toEqual([String(18 * 60), '120'])
    await expectAccessible()

    await user.click(button('Keep what I entered'))
    expect(main.queryByRole('alert')).toBeNull()
    expect(document.activeElement).toBe(button('Save hours'))
    await user.selectOptions(main.field('Notice'), '12 hours')
    await user.click(button('Save hours'))
    await waitFor(() => expect(sent.map(({ fields }) => fields.version)).toEqual(['v1', 'v2']))
    expect(sent[1]?.fields).toMatchObject({ noticeMinutes: '720', 'to-2': String(18 * 60) })
    await waitFor(() => expect(toastText()).toBe('Saved.'))
    // The saved version is the one that this form shows, so it offers nothing newer.
    expect(main.queryByRole('button', { name: 'Show the newer version' })).toBeNull()
  })

  test('that change elsewhere while the page is open are offered before anything is sent', async () => {
    let stored = { schedule: tuesdays, version: 'v1' }
    const { main, user, live, sent } = open(
      () => stored,
      () => ({ done: 'Saved.', version: 'v3' }),
    )
    act(() => live.publish(`rings:${ravi.id}`, { ring: null, open: null }))
    await user.selectOptions(main.field('Notice'), '12 hours')
    stored = {
      schedule: { ...tuesdays, noticeMinutes: 180, weekly: [{ weekday: 5, fromMinute: 600, toMinute: 660 }] },
      version: 'v2',
    }
    act(() => live.publish(`rings:${ravi.id}`, { ring: null, open: null }))
    const show = await main.findByRole('button', { name: 'Show the newer version' })
    expect([main.field('Notice').value, time('Tuesday, to').value]).toEqual(['720', '1020'])
    await user.click(show)
    expect(main.field('Notice').value).toBe('180')
    expect(textOf(day('Tuesday'))).toContain('No hours')
    expect(time('Friday, from').value).toBe('600')
    expect(document.activeElement).toBe(document.getElementById('hours-heading'))
    expect(main.queryByRole('button', { name: 'Show the newer version' })).toBeNull()
    await user.click(button('Save hours'))
    await waitFor(() => expect(sent[0]?.fields).toMatchObject({ version: 'v2', noticeMinutes: '180' }))
  })

  test('keep saved durations that are not among the usual choices', () => {
    const { main } = open({ schedule: { ...tuesdays, bufferMinutes: 20, noticeMinutes: 90 } })
    expect(main.field('Free time around sessions').value).toBe('20')
    expect(optionsOf(main.field('Free time around sessions')).slice(0, 6)).toEqual([
      'None',
      '5 minutes',
      '10 minutes',
      '15 minutes',
      '20 minutes',
      '30 minutes',
    ])
    expect(main.field('Notice').value).toBe('90')
  })
})

describe('time zone field', () => {
  test('shows an error and gets the focus when the zone is unknown', async () => {
    const { main, user, sent } = open()
    await user.fill(main.field('Your time zone'), 'Atlantis')
    expect(describedBy(main.field('Your time zone'))).toBe('Start typing a city, such as Kolkata.')
    await user.click(button('Save hours'))
    expect(describedBy(main.field('Your time zone'))).toContain('Choose your time zone, such as Asia/Kolkata.')
    expect(document.activeElement).toBe(main.field('Your time zone'))
    expect(sent).toEqual([])
  })

  test('shows the local time and suggests the zones that the browser supports', async () => {
    const { main, user, sent } = open({}, () => ({ done: 'Saved.' }))
    const field = main.field('Your time zone')
    expect(field.value).toBe('Asia/Kolkata')
    expect(describedBy(field)).toBe('It is 12:00 PM there now.')
    await user.fill(field, 'Europe/Berlin')
    expect(describedBy(field)).toBe('It is 8:30 AM there now.')
    const offered = [...(document.getElementById(field.getAttribute('list') ?? '')?.children ?? [])]
    expect(textOf(offered.find((option) => option.getAttribute('value') === 'Europe/Berlin'))).toBe(
      'Europe/Berlin, GMT+2',
    )
    await user.click(button('Save hours'))
    await waitFor(() => expect(sent[0]?.fields.zone).toBe('Europe/Berlin'))
  })
})

describe('days off and other hours', () => {
  test('can be added only after weekly hours are saved', () => {
    const { main } = open()
    expect(textOf(main.region('Days off and other hours').element)).toContain('Save your weekly hours first.')
    expect(main.fields('First day')).toEqual([])
  })

  test('show each refusal and keep the input', async () => {
    const codes: RefusalCode[] = ['exception_past', 'days_backwards']
    const { main, user, sent } = open({ schedule: tuesdays }, () => refusedAnswer(codes.shift() ?? 'invalid_input'))
    const expectRefusal = async (label: string, text: string) => {
      await user.click(button('Add'))
      await waitFor(() => expect(errorOf(main.field(label))).toBe(text))
      await waitFor(() => expect(document.activeElement).toBe(main.field(label)))
    }
    await expectRefusal('First day', 'Choose a day, or the first day of a range.')
    expect(sent).toEqual([])
    await choose(main.field('First day'), '2020-01-01')
    await expectRefusal('First day', 'Those days are in the past. Choose today or a later day.')
    await choose(main.field('First day'), '2026-05-13')
    await choose(main.field('Last day'), '2026-05-12')
    await expectRefusal('Last day', 'The last day cannot be before the first day.')
    expect([main.field('First day').value, main.field('Last day').value]).toEqual(['2026-05-13', '2026-05-12'])

    async function choose(field: HTMLInputElement, date: string) {
      await user.clear(field)
      await user.type(field, date)
    }
  })

  test('are sent with their hours, and the form resets with a new id', async () => {
    const { main, user, sent } = open({ schedule: tuesdays }, () => ({ done: 'Saved.' }))
    const exceptions = main.region('Days off and other hours')
    expect(exceptions.fields('From')).toEqual([])
    await user.selectOptions(exceptions.field('On these days'), 'I have other hours')
    await user.type(exceptions.field('First day'), '2026-05-13')
    expect(exceptions.field('Last day').min).toBe('2026-05-13')
    await user.selectOptions(exceptions.field('To'), '11:00 AM')
    await user.click(button('Add'))
    await waitFor(() => expect(toastText()).toBe('Saved.'))
    expect(sent).toEqual([
      {
        to: '/expert/schedule',
        fields: {
          act: 'add_exception',
          id: firstId,
          kind: 'hours',
          firstDay: '2026-05-13',
          lastDay: '',
          from: '600',
          to: '660',
        },
      },
    ])
    await waitFor(() => expect(exceptions.field('First day').value).toBe(''))
    await user.type(exceptions.field('First day'), '2026-05-14')
    await user.click(button('Add'))
    await waitFor(() => expect(sent[1]?.fields.firstDay).toBe('2026-05-14'))
    expect(sent[1]?.fields.id).not.toBe(firstId)
  })

  test('are listed with their hours until they have passed', () => {
    open({
      schedule: tuesdays,
      exceptions: [
        { id: 'over', firstDay: '2026-05-01', lastDay: '2026-05-03', hours: null },
        { id: 'off', firstDay: '2026-05-02', lastDay: '2026-05-04', hours: null },
        {
          id: 'hours',
          firstDay: '2027-01-09',
          lastDay: '2027-01-09',
          hours: { fromMinute: 600, toMinute: 660 },
        },
      ],
    })
    const listed = screen.getByRole('list', { name: 'Days off and other hours' })
    expect([...listed.children].map(textOf)).toEqual([
      'Sat, May 2 to Mon, May 4 No hours Remove',
      'Sat, Jan 9, 2027 10:00 AM to 11:00 AM Remove',
    ])
  })

  test('move the focus to their heading when a row is removed', async () => {
    const exceptions = [{ id: firstId, firstDay: '2026-05-13', lastDay: '2026-05-13', hours: null }]
    const { main, user, sent } = open({ schedule: tuesdays, exceptions }, () => {
      exceptions.pop()
      return { done: 'Removed. Nothing can be booked in the next 7 days.' }
    })
    await user.click(button('Remove Wed, May 13'))
    await waitFor(() => expect(toastText()).toBe('Removed. Nothing can be booked in the next 7 days.'))
    expect(sent).toEqual([{ to: '/expert/schedule', fields: { act: 'remove_exception', id: firstId } }])
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById('exceptions-heading')))
    const listed = () => main.queryByRole('list', { name: 'Days off and other hours' })
    await waitFor(() => expect(listed()).toBeNull())
  })
})

describe('calendar', () => {
  test('links to the hours form when no hours are published', async () => {
    const { main } = open()
    await expectAccessible()
    const calendar = main.region('May 4 to May 10, 2026').element
    expect(textOf(calendar)).toContain('Nothing can be booked yet')
    expect(linksOf(calendar)['Publish your hours']).toBe('/expert/schedule#hours')
  })

  test('shows open hours, notes and bookings of each day', async () => {
    const { main } = open({ schedule: tuesdays }, undefined, {
      4: {
        entries: [
          createEntry({ id: 's1' as SessionId, kind: 'session', state: 'ended' }),
          createEntry({
            id: 'b1' as SessionId,
            studentName: 'Asha Rao',
            state: 'booked',
            startsAt: at('04', '15:30'),
          }),
        ],
      },
      5: {
        open: [
          { from: at('05', '09:00'), to: at('05', '12:00') },
          { from: at('05', '18:00'), to: at('06', '00:00') },
        ],
      },
      6: { exception: 'closed' },
      7: { exception: 'other hours', entries: [createEntry({ id: 'b2' as SessionId, state: 'missed' })] },
      10: { endsAt: at('11', '01:00') },
    })
    const calendar = main.region('May 4 to May 10, 2026').element
    expect(textOf(calendar)).toContain('Asia/Kolkata, GMT+5:30')
    const days = [...calendar.querySelectorAll('ol > li')]
    const text = days.map(textOf)
    expect(text[0]).toContain('Mon May 4 today No hours')
    expect(text[1]).toContain('Open 9:00 AM to 12:00 PM and 6:00 PM to midnight')
    expect(text[1]).toContain('Nothing booked.')
    expect(text[2]).toContain('Day off')
    expect(text[3]).toContain('Other hours')
    expect(text[6]).toContain('Clocks go back: 25 hours')
    expect(days.map((each) => each.getAttribute('aria-current'))).toEqual(['date', ...Array(6).fill(null)])
    const links = [...calendar.querySelectorAll('ol a')]
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('title')])).toEqual([
      ['/expert/sessions/s1', '10:00 AM to 10:30 AM, Asha Rao'],
      ['/expert/bookings/b1', '3:30 PM to 4:00 PM, Asha Rao'],
      ['/expert/bookings/b2', '10:00 AM to 10:30 AM, Asha Rao'],
    ])
    expect(links.map((link) => textOf(link.querySelector('.sr-only')))).toEqual([
      ', until 10:30 AM, Call',
      ', until 4:00 PM, Booked',
      ', until 10:30 AM, Did not take place',
    ])
  })

  test('links to other days and weeks and shows the number of entries of each day', () => {
    const { main } = open({ schedule: tuesdays }, undefined, {
      5: { entries: [createEntry({}), createEntry({ id: 's2' as SessionId })] },
    })
    const findHref = (name: string) => main.getByRole('link', { name }).getAttribute('href')
    expect(['Previous week', 'Previous day', 'Today', 'Next day', 'Next week'].map(findHref)).toEqual([
      '/expert/schedule?day=2026-04-27',
      '/expert/schedule?day=2026-05-03',
      '/expert/schedule?day=2026-05-04',
      '/expert/schedule?day=2026-05-05',
      '/expert/schedule?day=2026-05-11',
    ])
    const strip = main.getByRole('navigation', { name: 'Days of the week' })
    expect(Object.entries(linksOf(strip)).slice(0, 3)).toEqual([
      ['Mon 4 , today', '/expert/schedule?day=2026-05-04'],
      ['Tue 5 , 2 entries', '/expert/schedule?day=2026-05-05'],
      ['Wed 6', '/expert/schedule?day=2026-05-06'],
    ])
  })
})

describe('busy times from another calendar', () => {
  const connected: ExternalCalendar = {
    host: 'calendar.google.com',
    readAt: new Date('2026-05-04T06:15:00Z'),
    isReading: false,
    failing: null,
    busyCount: 3,
    skippedEvents: 0,
  }
  const openCalendar = (external: ExternalCalendar | null, answer?: (sent: Sent) => unknown) => {
    const opened = open({ schedule: tuesdays }, answer, {}, { external })
    return { ...opened, card: opened.main.region('Busy times from your other calendar') }
  }

  test('need hours first', () => {
    const { main } = open()
    for (const name of ['Busy times from your other calendar', 'Your bookings in your own calendar']) {
      expect(textOf(main.region(name).element)).toContain('Save your weekly hours first.')
    }
    expect(main.fields('Address of the calendar')).toEqual([])
  })

  test('are connected by an address, whose errors are shown at the field', async () => {
    const codes: RefusalCode[] = ['calendar_url_private', 'too_many_calendar_reads']
    const { card, user, sent } = openCalendar(null, () => {
      const code = codes.shift()
      return code ? refusedAnswer(code) : { done: 'Connected. We are reading the calendar.' }
    })
    await user.click(button('Connect'))
    const field = card.field('Address of the calendar')
    expect(errorOf(field)).toBe('Enter the whole address of the calendar. It begins with https:// or webcal://.')
    expect(document.activeElement).toBe(field)
    expect(sent).toEqual([])
    await user.fill(field, 'webcal://10.0.0.5/a.ics')
    await user.click(button('Connect'))
    await waitFor(() => expect(errorOf(field)).toContain('We can only read calendars on the public internet'))
    await user.click(button('Connect'))
    await waitFor(() => expect(textOf(card.getByRole('alert'))).toContain('asked us to read the calendar too often'))
    expect(field.value).toBe('webcal://10.0.0.5/a.ics')
    await expectAccessible(card.element)
    await user.click(button('Connect'))
    await waitFor(() => expect(toastText()).toBe('Connected. We are reading the calendar.'))
    expect(sent.at(-1)?.fields).toEqual({ act: 'connect_calendar', url: 'webcal://10.0.0.5/a.ics' })
    await waitFor(() => expect(field.value).toBe(''))
  })

  test('show the last reading and how many there are, but not the secret address', async () => {
    const { card } = openCalendar({ ...connected, skippedEvents: 2 })
    expect(textOf(card.getByRole('status'))).toBe(
      'Last read 11:45 AM: 3 busy times ahead. 2 events could not be understood, and can be booked over.',
    )
    expect(textOf(card.element)).toContain('calendar.google.com')
    await expectAccessible(card.element)
  })

  test('show that the calendar is being read, or was never read', () => {
    const first = openCalendar({ ...connected, readAt: null, isReading: true, busyCount: 0 })
    expect(textOf(first.card.getByRole('status'))).toBe('Reading the calendar…')
    expect(first.card.queryByRole('alert')).toBeNull()
  })

  test('say why a calendar cannot be read, since when, and that the known ones stay', async () => {
    const since = new Date('2026-05-04T04:35:00Z')
    const { card } = openCalendar({ ...connected, failing: { since, problem: 'status', status: 404 } })
    expect(textOf(card.getByRole('alert'))).toBe(
      'We could not read this calendar since 10:05 AM: the server answered 404. The 3 busy times that we know still cannot be booked. We try again by ourselves. If the address has changed, enter the new one below.',
    )
    expect(textOf(card.getByRole('status'))).toContain('Last read 11:45 AM')
    await expectAccessible(card.element)
  })

  test('say when the failures began on an earlier day, and that nothing was read before', () => {
    const since = new Date('2026-05-01T04:35:00Z')
    const failing = { since, problem: 'unknown_host', status: null } as const
    const { card } = openCalendar({ ...connected, readAt: null, busyCount: 0, failing })
    expect(textOf(card.getByRole('alert'))).toContain(
      'We could not read this calendar since Friday, May 1, 10:05 AM: no server with this name was found. We try again',
    )
    expect(textOf(card.getByRole('status'))).toBe('We have not read this calendar yet.')
  })

  test('can be read now, or end after a confirmation', async () => {
    const calendars = { external: connected as ExternalCalendar | null }
    const answer = ({ fields }: Sent) => {
      if (fields.act === 'disconnect_calendar') calendars.external = null
      return { done: 'Done.' }
    }
    const { main, user, sent } = open({ schedule: tuesdays }, answer, {}, calendars)
    await user.click(button('Read it now'))
    await waitFor(() => expect(sent.at(-1)?.fields).toEqual({ act: 'read_calendar' }))
    await user.click(button('Disconnect'))
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect this calendar?' })
    expect(textOf(dialog)).toContain('Its busy times can then be booked again.')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent).toHaveLength(1)
    await user.click(button('Disconnect'))
    await user.click((await screen.findAllByRole('button', { name: 'Disconnect' })).at(-1) as HTMLElement)
    await waitFor(() => expect(sent.at(-1)?.fields).toEqual({ act: 'disconnect_calendar' }))
    await waitFor(() => expect(main.fields('Address of the calendar')).toHaveLength(1))
    await waitFor(() => expect(document.activeElement?.id).toBe('external-calendar-heading'))
  })

  test('are shown in the week, with their times in words', () => {
    const { main } = open({ schedule: tuesdays }, undefined, {
      5: { busy: [{ from: at('05', '15:00'), to: at('05', '16:30') }] },
      6: { busy: [{ from: at('06', '00:00'), to: at('07', '00:00') }] },
    })
    const calendar = main.region('May 4 to May 10, 2026').element
    const text = [...calendar.querySelectorAll('ol > li')].map(textOf)
    expect(text[0]).not.toContain('Busy')
    expect(text[1]).toContain('No hours Busy 3:00 PM to 4:30 PM')
    expect(text[2]).toContain('Busy 12:00 AM to midnight')
    // The legend is hidden from screen readers.
    expect(calendar.textContent).toContain('Busy elsewhere')
  })
})

describe('the calendar subscription', () => {
  const feed: CalendarFeed = {
    url: 'https://samjhao.example/calendars/token.ics',
    createdAt: new Date('2026-05-04T04:35:00Z'),
    usedAt: null,
  }
  const openFeed = (calendars: { feed: CalendarFeed | null }, answer?: (sent: Sent) => unknown) => {
    const opened = open({ schedule: tuesdays }, answer, {}, calendars)
    return { ...opened, card: opened.main.region('Your bookings in your own calendar') }
  }

  test('starts with a private address that can be copied', async () => {
    const calendars = { feed: null as CalendarFeed | null }
    const { card, user, sent } = openFeed(calendars, () => {
      calendars.feed = feed
      return { done: 'Your private address is ready.' }
    })
    await user.click(button('Create a private address'))
    await waitFor(() => expect(sent[0]?.fields).toEqual({ act: 'start_feed' }))
    await waitFor(() => expect(card.field('Private address').value).toBe(feed.url))
    expect(textOf(card.element)).toContain('No calendar program has read it yet.')
    const subscription = linksOf(card.element)['Add it to the calendar of this device']
    expect(subscription).toBe('webcal://samjhao.example/calendars/token.ics')
    await user.click(button('Copy'))
    await waitFor(() => expect(textOf(card.getByRole('status'))).toBe('Copied.'))
    expect(await navigator.clipboard.readText()).toBe(feed.url)
    await expectAccessible(card.element)
  })

  test('selects the address if copying is not possible', async () => {
    const { card, user } = openFeed({ feed })
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
    await user.click(button('Copy'))
    await waitFor(() => expect(textOf(card.getByRole('status'))).toContain('copy it with your keyboard'))
    const { value, selectionStart, selectionEnd } = card.field('Private address')
    expect(value.slice(selectionStart ?? 0, selectionEnd ?? 0)).toBe(feed.url)
  })

  test('says when it was read, and is replaced or switched off after a confirmation', async () => {
    const calendars = { feed: { ...feed, usedAt: new Date('2026-05-04T06:15:00Z') } as CalendarFeed | null }
    const { card, user, sent } = openFeed(calendars, ({ fields }) => {
      calendars.feed =
        fields.act === 'renew_feed' ? { ...feed, url: 'https://samjhao.example/calendars/new.ics' } : null
      return { done: 'Done.' }
    })
    expect(textOf(card.element)).toContain('A calendar program last read it 11:45 AM.')
    const confirm = async (label: string, title: string) => {
      await user.click(button(label))
      const dialog = await screen.findByRole('dialog', { name: title })
      expect(textOf(dialog)).toContain('stops at once')
      await user.click(screen.getAllByRole('button', { name: label }).at(-1) as HTMLElement)
    }
    await confirm('Replace the address', 'Replace the private address?')
    await waitFor(() => expect(card.field('Private address').value).toContain('new.ics'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await confirm('Switch off', 'Switch the subscription off?')
    await waitFor(() => expect(button('Create a private address')).toBeTruthy())
    expect(sent.map(({ fields }) => fields.act)).toEqual(['renew_feed', 'stop_feed'])
  })
})

describe('unavailable page', () => {
  test('is locked for an expert whose approval is pending', async () => {
    const { main } = openScreen(schedulePage, { ...pageOptions, data: { approval: 'pending' } })
    expect(textOf(main.element)).toContain('Account Pending Approval')
    expect(textOf(main.element)).toContain('Your schedule opens')
    expect(main.queryByRole('button', { name: 'Save hours' })).toBeNull()
    await expectAccessible()
  })

  test('shows an error when loading fails', () => {
    const error = errorResponse(500, 'Internal Server Error', null)
    const { main } = openScreen(schedulePage, { ...pageOptions, error, data: { approval: 'pending' } })
    expect(textOf(main.element)).toContain('Your schedule did not load')
  })
})

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const firstId = '0199c0de-0000-7000-8000-00000000e001'
const tuesdays = {
  zone: 'Asia/Kolkata',
  bufferMinutes: 15,
  noticeMinutes: 120,
  weekly: [{ weekday: 2, fromMinute: 540, toMinute: 1_020 }],
}

const pageOptions: Pick<Options, 'at' | 'viewer'> = { at: '/expert/schedule', viewer: ravi }

function open(
  own: Partial<OwnSchedule> | (() => Partial<OwnSchedule>) = {},
  answer?: (sent: Sent) => unknown,
  days: Record<number, Partial<CalendarDay>> = {},
  calendars: { external?: ExternalCalendar | null; feed?: CalendarFeed | null } = {},
) {
  return openScreen(schedulePage, {
    ...pageOptions,
    data: (): LoaderData<typeof schedulePage> => {
      const { schedule = null, version = 'v1', exceptions = [] } = typeof own === 'function' ? own() : own
      return {
        approval: 'approved',
        own: { schedule, version, exceptions: [...exceptions] },
        calendar: { ...createWeek(days), hasHours: schedule !== null },
        external: null,
        feed: null,
        ...calendars,
        now,
        nextId: firstId,
      }
    },
    answer,
    loadsLater: true,
  })
}

/** The week from Monday, May 4, which is today. */
function createWeek(days: Record<number, Partial<CalendarDay>>): Calendar {
  return {
    zone: 'Asia/Kolkata',
    today: '2026-05-04',
    day: '2026-05-04',
    days: [4, 5, 6, 7, 8, 9, 10].map((number) => createDay(number, days[number])),
    before: { day: '2026-05-03', week: '2026-04-27' },
    after: { day: '2026-05-05', week: '2026-05-11' },
    hasHours: true,
  }
}

function createDay(number: number, changes: Partial<CalendarDay> = {}): CalendarDay {
  const [startsAt, endsAt] = [at(twoDigits(number), '00:00'), at(twoDigits(number + 1), '00:00')]
  return {
    day: `2026-05-${twoDigits(number)}`,
    startsAt,
    endsAt,
    open: [],
    exception: null,
    entries: [],
    ...changes,
  }
}

/** An entry of 30 minutes with Asha. */
function createEntry(changes: Partial<CalendarEntry>): CalendarEntry {
  const startsAt = changes.startsAt ?? at('04', '10:00')
  return {
    id: 's1' as SessionId,
    kind: 'booking',
    startsAt,
    endsAt: new Date(startsAt.getTime() + 30 * 60_000),
    studentName: 'Asha Rao',
    callType: 'video',
    state: 'booked',
    ...changes,
  }
}

const at = (day: string, clock: string) => new Date(`2026-05-${day}T${clock}:00+05:30`)
const twoDigits = (number: number) => String(number).padStart(2, '0')
const button = (name: string) => screen.getByRole('button', { name })
const time = (label: string) => screen.getByLabelText<HTMLSelectElement>(label)
const day = (name: string) => screen.getByRole('group', { name })

function describedBy(element: HTMLElement): string {
  const ids = (element.getAttribute('aria-describedby') ?? '').split(' ')
  return ids.map((id) => textOf(document.getElementById(id))).join(' ')
}
