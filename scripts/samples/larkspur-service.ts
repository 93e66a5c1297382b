import type { Block } from './block.ts';
import { faultTable } from './larkspur-faults.ts';

/** Pages 7 to 12 of the Larkspur 400 manual: network, firmware, faults, care and figures. */
export const larkspurService: readonly Block[] = [
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: '4 Network' },
  { kind: 'heading', level: 2, text: '4.1 Connecting' },
  {
    kind: 'paragraph',
    text: 'The controller joins a network by cable or by radio in the 2.4 GHz band. It is reached on port 8420. It asks for an address by DHCP; a fixed one can be written in the file network.conf on a memory card:',
  },
  {
    kind: 'code',
    lines: [
      '[network]',
      'mode    = fixed',
      'address = 192.0.2.40',
      'mask    = 255.255.255.0',
      '',
      '[time]',
      'server  = time.example.org',
    ],
  },
  { kind: 'heading', level: 2, text: '4.2 When the network fails' },
  {
    kind: 'paragraph',
    text: 'Watering does not depend on the network. Without it the controller keeps watering by the last schedules and limits it received, for as long as it has power. Readings are kept and sent later; after 14 days without a network the oldest unsent ones are overwritten.',
  },
  { kind: 'heading', level: 2, text: '4.3 Remote restart' },
  {
    kind: 'paragraph',
    text: 'The controller can be restarted over the network only with firmware 3.2 or later, and only when Remote service is switched on. A restart closes all valves and takes about 40 seconds. With an older firmware, press the service key for ten seconds.',
  },
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: '5 Firmware' },
  { kind: 'heading', level: 2, text: '5.1 Which version is running' },
  {
    kind: 'paragraph',
    text: 'Open System, then About. Over the network the version is in the answer to a status request:',
  },
  {
    kind: 'code',
    lines: [
      'larkctl status --host 192.0.2.40',
      'model     larkspur-400',
      'firmware  3.2.1',
      'valves    open=2 closed=10',
    ],
  },
  { kind: 'heading', level: 2, text: '5.2 Updating' },
  {
    kind: 'list',
    isNumbered: true,
    items: [
      'Save the settings: System, Settings, Save to card.',
      'Put the file larkspur.img into the top folder of an empty memory card.',
      'Put the card in and choose System, Update. The lamp blinks blue.',
      'Wait for green. An update takes up to six minutes and must not be interrupted.',
    ],
  },
  {
    kind: 'note',
    text: 'From firmware 2.x, update to 3.0 first. A direct step from 2.x to 3.2 or later is refused with fault F-31.',
  },
  { kind: 'heading', level: 2, text: '5.3 Going back' },
  {
    kind: 'paragraph',
    text: 'The controller keeps the version before the last. Choose System, Update, Previous. Going back below 3.0 deletes the readings and keeps the schedules.',
  },
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: '6 Faults' },
  { kind: 'heading', level: 2, text: '6.1 The lamp' },
  {
    kind: 'list',
    items: [
      'Green: all is well.',
      'Amber: a fault that does not stop watering. The code is on the display.',
      'Red: watering has stopped, at least for one bed.',
      'Blue, blinking: an update is running. Do not switch off.',
    ],
  },
  { kind: 'heading', level: 2, text: '6.2 Fault codes' },
  faultTable,
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: '7 Care' },
  {
    kind: 'table',
    caption: 'Table 3: Maintenance',
    header: ['Part', 'What to do', 'How often'],
    shares: [0.24, 0.5, 0.26],
    rows: [
      ['Inlet filter', 'rinse under running water', 'every 2 weeks'],
      ['Drippers', 'flush each bed for three minutes', 'every 3 months'],
      ['Climate probe CP-2', 'replace the white cap', 'once a year'],
      ['Soil probes', 'compare with a weighed sample', 'once a year'],
      ['Backup battery BB-9', 'replace', 'every 4 years'],
    ],
  },
  { kind: 'heading', level: 2, text: '7.1 Winter' },
  {
    kind: 'paragraph',
    text: 'Before the first frost choose System, Winter. The controller opens each valve for two minutes to empty its line, then keeps only the clock and the climate probe running. Take the flow probe FL-4 out and store it dry: water that freezes inside breaks its wheel.',
  },
  { kind: 'heading', level: 1, text: '8 Technical data' },
  {
    kind: 'table',
    caption: 'Table 4: Technical data',
    header: ['Property', 'Value'],
    shares: [0.45, 0.55],
    rows: [
      ['Supply', '24 V direct current, 2.5 A at most'],
      ['Consumption at rest', '3.2 W'],
      ['Valve outputs', '12, each 24 V and 0.3 A'],
      ['Probe inputs', '16'],
      ['Ambient temperature', '-10 to 45 degrees Celsius'],
      ['Protection', 'IP54; IP65 inside the weather housing WH-1'],
      ['Size and weight', '290 x 210 x 95 mm, 1.9 kg'],
    ],
  },
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: '9 Warranty and disposal' },
  { kind: 'heading', level: 2, text: '9.1 Warranty' },
  {
    kind: 'paragraph',
    text: 'The warranty lasts three years from the date on the invoice, and five years when the controller is registered within 60 days. Batteries, probe caps and damage by frost are not covered.',
  },
  { kind: 'heading', level: 2, text: '9.2 Repair' },
  {
    kind: 'paragraph',
    text: 'Write to the service desk with the serial number, the firmware version and the fault code. The desk answers within two working days. Send nothing without a return number.',
  },
  { kind: 'heading', level: 2, text: '9.3 Disposal' },
  {
    kind: 'paragraph',
    text: 'The controller belongs to electronic waste. Take the backup battery out first: it is disposed of separately.',
  },
  { kind: 'heading', level: 1, text: 'Words used in this manual' },
  {
    kind: 'list',
    items: [
      'Bed: the plants that one valve waters.',
      'Limit: the soil moisture at which watering begins or ends.',
      'Probe: a device that measures and is connected to a terminal A1 to A16.',
      'Service code: eight digits that allow Remote service.',
    ],
  },
];
