import { CalendarClock, Ellipsis, Flag, Share2, SlidersHorizontal, UserRound } from 'lucide-react'
import { useState } from 'react'
import { Example, Section } from '#app/shell/gallery/section.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Field } from '#app/ui/field.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { LinkTabs } from '#app/ui/link-tabs.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#app/ui/menu.tsx'
import { ModalClose } from '#app/ui/modal.tsx'
import { Sheet } from '#app/ui/sheet.tsx'
import { Slider } from '#app/ui/slider.tsx'
import { Tab, TabList, TabPanel, Tabs } from '#app/ui/tabs.tsx'
import { TextArea } from '#app/ui/text-area.tsx'
import { toast } from '#app/ui/toast.ts'
import { categoryGroups } from '#kernel/catalogue.ts'
import { formatRupees, paise } from '#kernel/money.ts'

export function OverlaysSection({ id, title }: { id: string; title: string }) {
  return (
    <Section id={id} title={title}>
      <Example title="Six tabs, which scroll sideways on a phone">
        <TabsExample />
      </Example>
      <Example title="Tabs that are links until scripts have loaded">
        <LinkTabsExample />
      </Example>
      <Example title="Dialogs" row>
        <EndSessionDialog />
        <ReviewDialog />
        <LongDialog />
      </Example>
      <Example title="Sheets" row>
        <Sheet
          title="Filters"
          trigger={
            <Button variant="outline">
              <SlidersHorizontal className="size-4" aria-hidden="true" />
              Filters, from the right
            </Button>
          }
          footer={
            <>
              <Button variant="outline">Clear all</Button>
              <ModalClose>
                <Button>Show 24 experts</Button>
              </ModalClose>
            </>
          }
        >
          <Filters />
        </Sheet>
        <Sheet
          side="bottom"
          title="Asha Verma is calling"
          description="Video, 10 minutes requested."
          trigger={<Button variant="outline">Details, from the bottom</Button>}
        >
          <p className="text-soft">
            In integration by parts, how do I decide which factor to differentiate? I always pick the wrong one.
          </p>
        </Sheet>
      </Example>
      <Example title="Menu. Its last item opens a dialog that returns the focus to the menu button." row>
        <ExpertMenu />
      </Example>
    </Section>
  )
}

function LinkTabsExample() {
  const [selected, setSelected] = useState<string>(categoryGroups[0].id)
  const tabs = categoryGroups.map(({ id, name }) => ({ id, label: name, to: '/gallery' }))
  return (
    <LinkTabs label="Kinds of categories" tabs={tabs} selected={selected} onSelect={setSelected}>
      <p className="text-soft">{categoryGroups.find(({ id }) => id === selected)?.subcategories.join(', ')}</p>
    </LinkTabs>
  )
}

function TabsExample() {
  return (
    <Tabs defaultValue="Sessions">
      <TabList aria-label="Your work">
        <Tab value="Sessions" count={24}>
          Sessions
        </Tab>
        <Tab value="Earnings">Earnings</Tab>
        <Tab value="Reviews" count={0}>
          Reviews
        </Tab>
        <Tab value="Bookings">Bookings</Tab>
        <Tab value="Documents">Documents</Tab>
        <Tab value="Payouts" disabled>
          Payouts
        </Tab>
      </TabList>
      {['Sessions', 'Earnings', 'Bookings', 'Documents'].map((name) => (
        <TabPanel key={name} value={name} className="text-soft">
          {name} of this month appear here.
        </TabPanel>
      ))}
      <TabPanel value="Reviews">
        <EmptyState heading="No reviews yet" level={4}>
          After a session the student may say how it went.
        </EmptyState>
      </TabPanel>
    </Tabs>
  )
}

function EndSessionDialog() {
  return (
    <Dialog
      title="End the session?"
      description={`You have talked for 12 minutes. ${formatRupees(paise(120_00))} will be charged, and the rest of the hold goes back to your wallet.`}
      trigger={<Button variant="danger">End Session</Button>}
      footer={
        <>
          <ModalClose>
            <Button variant="outline">Keep talking</Button>
          </ModalClose>
          <ModalClose>
            <Button variant="danger">End Session</Button>
          </ModalClose>
        </>
      }
    />
  )
}

function ReviewDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const send = () => {
    setIsOpen(false)
    toast({ kind: 'success', text: 'Thank you for your review' })
  }
  return (
    <Dialog
      title="How was Ravi Shankar?"
      description="Your review appears on his page under your first name."
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={<Button variant="outline">Write a Review</Button>}
      footer={
        <>
          <Button variant="outline" onClick={() => toast({ kind: 'info', text: 'Your draft is kept on this device' })}>
            Keep as draft
          </Button>
          <Button onClick={send}>Send Review</Button>
        </>
      }
    >
      <Field label="Your review" hint="What did he make clear?">
        <TextArea maxLength={500} counter />
      </Field>
    </Dialog>
  )
}

function LongDialog() {
  return (
    <Dialog title="What you pay for" trigger={<Button variant="quiet">A long text</Button>}>
      <div className="space-y-4 text-soft">
        {Array.from({ length: 12 }, (_, index) => (
          <p key={index}>
            Minute {index + 1} costs {formatRupees(paise(10_00))} and counts from the moment when both of you are
            connected. If the line drops, the clock stops, and a minute that has not begun is never charged.
          </p>
        ))}
      </div>
    </Dialog>
  )
}

function Filters() {
  return (
    <div className="space-y-6">
      <Slider
        label="Minimum rating"
        min={0}
        max={5}
        step={0.5}
        format={(rating) => (rating === 0 ? 'Any rating' : `${rating.toFixed(1)} and up`)}
      />
      {categoryGroups.map((group) => (
        <fieldset key={group.id}>
          <legend className="text-small font-semibold">{group.name}</legend>
          {group.subcategories.map((name) => (
            <Checkbox key={name} label={name} />
          ))}
        </fieldset>
      ))}
    </div>
  )
}

function ExpertMenu() {
  const [isReporting, setIsReporting] = useState(false)
  return (
    <>
      <Menu
        trigger={
          <IconButton label="More about Ravi Shankar" icon={<Ellipsis className="size-5" aria-hidden="true" />} />
        }
      >
        <MenuLabel>Ravi Shankar</MenuLabel>
        <MenuItem to="/gallery#people" icon={<UserRound />}>
          View Profile
        </MenuItem>
        <MenuItem icon={<Share2 />} onSelect={() => toast({ kind: 'success', text: 'Link copied' })}>
          Copy link
        </MenuItem>
        <MenuItem icon={<CalendarClock />} onSelect={() => {}} disabled>
          Book for later
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Flag />} danger onSelect={() => setIsReporting(true)}>
          Report a problem
        </MenuItem>
      </Menu>
      <Dialog
        title="Report a problem"
        description="Our team reads every report within a day."
        open={isReporting}
        onOpenChange={setIsReporting}
        footer={
          <ModalClose>
            <Button>Send Report</Button>
          </ModalClose>
        }
      >
        <Field label="What happened?">
          <TextArea />
        </Field>
      </Dialog>
    </>
  )
}
