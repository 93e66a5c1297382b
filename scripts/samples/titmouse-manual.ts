import type { SampleDocument } from './block.ts';

/** A made-up product's manual in Chinese: a portable weather station, four pages. */
export const titmouseManual: SampleDocument = {
  title: '山雀 20 便携式气象站使用说明书',
  runningHead: '山雀 20 便携式气象站 · 使用说明书',
  language: 'zh-CN',
  pageLabel: (page, pages) => `第 ${page} 页，共 ${pages} 页`,
  blocks: [
    {
      kind: 'cover',
      title: '山雀 20 便携式气象站',
      lines: ['使用说明书', '第二版，适用于固件 1.4 至 2.1'],
    },
    { kind: 'heading', level: 2, text: '产品简介' },
    {
      kind: 'paragraph',
      text: '山雀 20 是一台可以装进背包的气象站，用于测量气温、湿度、气压、风速和雨量。主机重 860 克，展开后高 1.5 米，一个人五分钟内即可架设完毕。',
    },
    {
      kind: 'paragraph',
      text: '本产品不能用于航空、航海等涉及人身安全的场合，也不得在雷雨时架设在山顶或其他空旷的高处。',
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: '一、安装' },
    { kind: 'heading', level: 2, text: '1.1 选择位置' },
    {
      kind: 'paragraph',
      text: '请将气象站架设在开阔的平地上，与最近的建筑物或树木的距离应不小于其高度的四倍。雨量筒必须保持水平，偏差超过 3 度时读数会偏小。',
    },
    { kind: 'heading', level: 2, text: '1.2 供电' },
    {
      kind: 'paragraph',
      text: '内置电池充满后可连续工作 12 天；接上太阳能板 TY-6 后可以长期工作。气温低于零下 20 度时电池无法充电，但仍可放电。',
    },
    {
      kind: 'table',
      caption: '表 1：传感器的量程与精度',
      header: ['测量项目', '量程', '精度', '记录间隔'],
      shares: [0.25, 0.3, 0.25, 0.2],
      rows: [
        ['气温', '零下 40 至 60 度', '±0.3 度', '1 分钟'],
        ['相对湿度', '0 至 100%', '±2%', '1 分钟'],
        ['气压', '500 至 1100 百帕', '±0.5 百帕', '5 分钟'],
        ['风速', '0 至 50 米/秒', '±0.4 米/秒', '10 秒'],
        ['雨量', '每小时 0 至 200 毫米', '±4%', '1 分钟'],
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: '二、使用' },
    { kind: 'heading', level: 2, text: '2.1 查看与导出数据' },
    {
      kind: 'paragraph',
      text: '按一下侧面的圆形按钮，屏幕会依次显示各项读数。主机可保存 90 天的数据，存满后会覆盖最早的记录。导出时请插入存储卡，再选择“数据”中的“导出”，文件格式为 CSV。',
    },
    { kind: 'heading', level: 2, text: '2.2 无线传输' },
    {
      kind: 'paragraph',
      text: '固件 2.0 及以上版本支持无线传输，旧版本只能用存储卡导出。在没有遮挡的情况下，传输距离最远为 300 米；信号中断时数据保存在主机内，恢复后自动补发。',
    },
    { kind: 'heading', level: 2, text: '2.3 大风报警' },
    {
      kind: 'list',
      isNumbered: true,
      items: [
        '打开“设置”，选择“报警”。',
        '设定风速，出厂值为 17 米/秒。',
        '风速连续 10 秒高于设定值时，主机发出蜂鸣声，指示灯变为红色。',
        '风速低于设定值满 5 分钟后，报警自动解除。',
      ],
    },
    { kind: 'page-break' },
    { kind: 'heading', level: 1, text: '三、维护与故障' },
    { kind: 'heading', level: 2, text: '3.1 日常维护' },
    {
      kind: 'paragraph',
      text: '每月清理一次雨量筒的滤网；每半年用软布擦拭太阳能板。湿度传感器每两年应更换一次，其余传感器每三年校准一次。',
    },
    {
      kind: 'table',
      caption: '表 2：故障代码',
      header: ['代码', '含义', '处理方法'],
      shares: [0.14, 0.38, 0.48],
      rows: [
        ['G-03', '电池电量低于 10%', '连接充电器或太阳能板 TY-6。'],
        ['G-05', '存储卡无法读取', '将存储卡格式化为 FAT32。'],
        ['G-11', '风速传感器无信号', '检查插头，清除轴承中的灰尘或冰。'],
        ['G-12', '雨量筒堵塞', '清理滤网，并检查翻斗能否自由转动。'],
        ['G-18', '时钟未设定', '在“设置”中校准时间。'],
      ],
    },
    { kind: 'heading', level: 2, text: '3.2 保修' },
    {
      kind: 'paragraph',
      text: '主机保修两年，电池保修六个月。因雷击、浸水或自行拆卸造成的损坏不在保修范围内。',
    },
  ],
};
