import type { Block } from './block.ts';
import { moistureChart } from './moisture-chart.ts';

/** Pages 1 to 6 of the Larkspur 400 manual: what it is, installing it, watering with it. */
export const larkspurUse: readonly Block[] = [
  {
    kind: 'cover',
    title: 'Larkspur 400 Greenhouse Controller',
    lines: ["Operator's manual", 'Edition 5, for firmware 3.0 to 3.4'],
  },
  { kind: 'heading', level: 2, text: 'About this manual' },
  {
    kind: 'paragraph',
    text: 'This manual describes how to mount, connect, run and maintain the Larkspur 400. It is written for growers and for the people who look after their equipment. Keep it near the controller: the fault codes in chapter 6 are meant to be read standing up, with wet hands.',
  },
  {
    kind: 'paragraph',
    text: 'A remark such as "firmware 3.2 or later" means that the function is missing in older versions. Chapter 5 tells how to find out which version a controller runs.',
  },
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: '1 Overview' },
  { kind: 'heading', level: 2, text: '1.1 What the controller does' },
  {
    kind: 'paragraph',
    text: 'The Larkspur 400 opens and closes up to twelve water valves, four vents and one heater. It decides by time, by soil moisture, or by both. It measures through up to sixteen probes and keeps the readings of the last 400 days.',
  },
  { kind: 'heading', level: 2, text: '1.2 What is in the box' },
  {
    kind: 'list',
    items: [
      'the controller with its wall plate and four screws',
      'one soil probe SP-3 with 5 m of cable',
      'one climate probe CP-2 with 3 m of cable',
      'a 24 V power supply with 1.8 m of cable',
      'two service keys, which open the lower cover',
    ],
  },
  { kind: 'heading', level: 2, text: '1.3 Limits of use' },
  {
    kind: 'paragraph',
    text: 'The controller is meant for greenhouses and polytunnels. It must not control the dosing of chemicals, and it must not be the only protection of people or animals. Outdoors it may be used only inside the weather housing WH-1, and only between -10 and 45 degrees Celsius.',
  },
  {
    kind: 'note',
    text: 'Caution: close the main water valve before you open the lower cover. A valve that loses its wire while it is open stays open.',
  },
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: '2 Installation' },
  { kind: 'heading', level: 2, text: '2.1 Mounting' },
  {
    kind: 'paragraph',
    text: 'Mount the controller upright on a dry wall, its lower edge at least 1.2 m above the floor and at least 0.5 m away from any sprinkler. Leave 10 cm free on both sides, so that warm air can rise.',
  },
  { kind: 'heading', level: 2, text: '2.2 Power' },
  { kind: 'heading', level: 3, text: '2.2.1 Supply' },
  {
    kind: 'paragraph',
    text: 'The controller takes 24 V direct current and at most 2.5 A. Use the supply from the box. Two controllers must not share one supply.',
  },
  { kind: 'heading', level: 3, text: '2.2.2 Backup battery' },
  {
    kind: 'paragraph',
    text: 'A backup battery BB-9 keeps the clock, the schedules and the radio alive for 36 hours. It does not move valves: while the mains supply is down, every valve stays closed. Replace the battery every four years.',
  },
  { kind: 'heading', level: 3, text: '2.2.3 Earthing' },
  {
    kind: 'paragraph',
    text: 'Connect the terminal marked PE to the earth of the building. Cable screens are connected at the controller only, never at the probe.',
  },
  { kind: 'page-break' },
  { kind: 'heading', level: 2, text: '2.3 Probes and their cables' },
  {
    kind: 'paragraph',
    text: 'Every probe has a number, set with the wheel under its cap, and no number may be used twice. Probes are connected to terminals A1 to A16. A cable that is longer than allowed gives readings that look right and are too low.',
  },
  {
    kind: 'table',
    caption: 'Table 1: Probes and the longest cable of each',
    header: ['Probe', 'Measures', 'Longest cable', 'Cable type'],
    shares: [0.16, 0.36, 0.2, 0.28],
    rows: [
      ['SP-3', 'soil moisture and temperature', '35 m', 'two pairs, screened'],
      ['SP-5', 'soil moisture at three depths', '20 m', 'four pairs, screened'],
      ['CP-2', 'air temperature and humidity', '60 m', 'two pairs, screened'],
      ['LP-7', 'light above the crop', '45 m', 'one pair, screened'],
      ['TK-1', 'level of the water tank', '80 m', 'one pair, plain'],
      ['FL-4', 'water flow', '15 m', 'two pairs, screened'],
    ],
  },
  { kind: 'heading', level: 2, text: '2.4 First start' },
  {
    kind: 'list',
    isNumbered: true,
    items: [
      'Switch the supply on. The lamp shows amber for about 20 seconds, then green.',
      'Choose the language and set the clock.',
      'Open Probes, then Search. The controller lists every probe that answers.',
      'Open Valves, then Test. Each valve opens for five seconds, one after the other.',
      'Write the service code, which is shown once, on the card inside the cover.',
    ],
  },
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: '3 Watering' },
  { kind: 'heading', level: 2, text: '3.1 By time' },
  {
    kind: 'paragraph',
    text: 'A schedule holds up to eight start times a day for each valve. A watering lasts between 10 seconds and 90 minutes. Where two schedules meet, the controller runs them one after the other and never opens more than three valves at a time.',
  },
  { kind: 'heading', level: 2, text: '3.2 By soil moisture' },
  {
    kind: 'paragraph',
    text: 'Each bed has a lower and an upper limit. The controller begins to water when the moisture falls to the lower limit and stops at the upper one. From the factory the limits are 38 and 68 per cent. A bed without a working soil probe is watered by its schedule.',
  },
  {
    kind: 'figure',
    png: moistureChart(),
    caption:
      'Figure 1: Soil moisture of a tomato bed during one day. The dashed lines are the limits of 38 and 68 per cent; the bars below mark the waterings at 6:00, 13:00 and 19:30.',
  },
  {
    kind: 'paragraph',
    text: 'Waterings by moisture pause between 22:00 and 5:00 unless Night watering is switched on for the bed.',
  },
  { kind: 'page-break' },
  { kind: 'heading', level: 2, text: '3.3 Rain delay and frost guard' },
  {
    kind: 'paragraph',
    text: 'The rain delay holds all schedules back for 6, 12, 24 or 48 hours. The frost guard closes all valves and empties the lines when the air falls below 2 degrees Celsius; it needs a climate probe CP-2. Watering begins again when the air has been above 4 degrees for one hour.',
  },
  { kind: 'heading', level: 2, text: '3.4 Good practice' },
  {
    kind: 'columns',
    left: [
      'Water early. Leaves that are wet at night invite mildew, and at noon a third of the water is lost before it reaches the roots.',
      'Water rarely and long. Short waterings keep roots near the surface, where the soil dries first.',
      'Put a soil probe where the plant drinks, a hand below the surface and a hand away from the dripper.',
    ],
    right: [
      'Use one bed for one kind of plant. Lettuce and tomatoes want different limits, and the controller can only keep one pair for each bed.',
      'Clean the drippers when the flow of a bed falls by more than 15 per cent of its usual value.',
      'Look at the readings once a week. A curve that never falls means a probe that hangs in the air.',
    ],
  },
  { kind: 'heading', level: 2, text: '3.5 Fertiliser pump' },
  {
    kind: 'paragraph',
    text: 'The output FP switches a fertiliser pump together with a bed. The pump runs only while the flow probe FL-4 reports at least 2 litres a minute, and it stops 30 seconds before the valve closes, so that the line is rinsed.',
  },
];
