import type { Block } from './block.ts';

/** Table 2 of the Larkspur 400 manual: long enough to reach from page 9 to page 10. */
export const faultTable: Block = {
  kind: 'table',
  caption: 'Table 2: Fault codes',
  header: ['Code', 'Meaning', 'What the controller does', 'What to do'],
  shares: [0.1, 0.26, 0.3, 0.34],
  rows: [
    ['F-01', 'Clock not set', 'runs no schedule', 'Set the clock or connect a network.'],
    ['F-02', 'Backup battery low', 'goes on', 'Replace the battery BB-9 within a month.'],
    ['F-03', 'Supply below 21 V', 'closes all valves', 'Check the supply and its plugs.'],
    ['F-08', 'Memory card cannot be read', 'goes on', 'Format the card as FAT32.'],
    ['F-11', 'Valve draws no current', 'skips the bed', 'Check the wire of the valve for a break.'],
    [
      'F-12',
      'Valve draws too much current',
      'switches the output off',
      'Replace the coil of the valve.',
    ],
    [
      'F-13',
      'Water flows while all valves are closed',
      'closes the main valve',
      'Look for a leak or a valve that does not close.',
    ],
    [
      'F-14',
      'No water though a valve is open',
      'closes the valve after 60 seconds',
      'Open the main tap; rinse the inlet filter.',
    ],
    [
      'F-17',
      'Tank nearly empty',
      'waters only beds marked first',
      'Fill the tank to above 20 per cent.',
    ],
    [
      'F-20',
      'Soil probe does not answer',
      'waters the bed by its schedule',
      'Check the cable and the number of the probe.',
    ],
    ['F-21', 'Two probes with one number', 'ignores both', 'Set another number with the wheel.'],
    [
      'F-22',
      'Soil reading does not change',
      'waters the bed by its schedule',
      'Push the probe back into the soil.',
    ],
    [
      'F-24',
      'Climate probe does not answer',
      'switches the frost guard off',
      'Check the cable of the CP-2.',
    ],
    [
      'F-27',
      'Light probe LP-7 does not answer',
      'keeps the shade screen open',
      'Check the cable; compare its length with table 1.',
    ],
    [
      'F-29',
      'Flow probe does not turn',
      'stops the fertiliser pump',
      'Clean the wheel of the FL-4.',
    ],
    [
      'F-31',
      'Update refused',
      'keeps the running version',
      'Update to 3.0 first, then to the newer version.',
    ],
    ['F-33', 'Update damaged', 'starts the previous version', 'Copy the file to the card again.'],
    [
      'F-40',
      'No network for 24 hours',
      'goes on by the last schedules',
      'Check the router; readings are kept for 14 days.',
    ],
    [
      'F-42',
      'Wrong service code five times',
      'locks Remote service for one hour',
      'Wait, or press the service key for three seconds.',
    ],
    ['F-50', 'Vent motor blocked', 'stops the motor', 'Free the vent, then choose Vents, Reset.'],
    [
      'F-51',
      'Vent position unknown',
      'closes the vent fully, then goes on',
      'Nothing, if it happens once.',
    ],
    [
      'F-60',
      'Inside hotter than 65 degrees',
      'switches the heater and radio off',
      'Shade the controller; keep 10 cm free on both sides.',
    ],
    [
      'F-90',
      'Internal fault',
      'closes all valves and restarts',
      'If it comes back, ask the service desk.',
    ],
  ],
};
