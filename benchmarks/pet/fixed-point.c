/*
 * How soon does C(i) = C(i-1)^2 - C(i-2) leave the range of fixed-point numbers?
 * The numbers have 30 bits, kept as high and low halves of 15; the labels are the
 * nodes of the published program. Its division rounds down, which C's does not.
 */
typedef long long number;

static number quotient(number a, number b)
{
    number q = a / b;
    if (a % b != 0 && (a < 0) != (b < 0))
        q = q - 1;
    return q;
}

number iterations(int CReal, int CIm)
{
    number power15, power14, power13, power12, i;
    number CRealHigh, CRealLow, CImHigh, CImLow;
    number OldCRealHigh, OldCRealLow, OldCImHigh, OldCImLow;
    number CImLowSquare, CImLowSquareCarry, CImLowSquareBase, CRealLowSquare;
    number CLowSquareDiffCarry, CImHighLow, CIm2HighLow, CIm2HighLowCarry, CIm2HighLowBase;
    number MiddleCarry, MiddleCarryHighBits, MiddleCarryLowBit;
    number CRealHighLow, CReal2HighLowCarry, C2HighLowDiffBase;
    number CImHighSquare, CImHighSquareCarry, CImHighSquareBase;
    number CRealHighSquare, CRealHighSquareCarry, CHighSquareDiffBase, CHighSquareDiffCarry;
    number CRealImLow, CRealImLowCarry, CRealHighImLow, CRealHighImLowCarry;
    number CRealHighImLowBase, CRealLowImHigh, CRealLowImHighCarry, CRealImMidBase;
    number CRealHighImHigh, CHighSquareDiffBaseTopBits;
    number NewCRealLow, NewCRealLowCarry, NewCRealHigh;
    number NewCImLow, NewCImLowCarry, NewCImHigh;

l1: power15 = 32768;
l2: power14 = 16384;
l3: power13 = 8192;
l4: power12 = 4096;
l5: i = 0;
l6: CRealHigh = quotient(CReal, power15);
l7: CRealLow = CReal - (CRealHigh * power15);
l8: CImHigh = quotient(CIm, power15);
l9: CImLow = CIm - (CImHigh * power15);
l10: OldCRealHigh = 0;
l11: OldCRealLow = 0;
l12: OldCImHigh = 0;
l13: OldCImLow = 0;
l60: while ((CRealHigh / power15 == 0 || CRealHigh / power15 == -1) &&
            (CImHigh / power15 == 0 || CImHigh / power15 == -1) && i < 1000) {
l14:    i = i + 1;
    }
l61: return i;
}
