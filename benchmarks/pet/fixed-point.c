/*
 * How soon does C(i) = C(i-1)^2 - C(i-2) leave the range of fixed-point numbers?
 * The numbers have 30 bits, kept as a high part with a sign and a low part of 15
 * bits. The labels are the nodes of the published program, whose division rounds
 * down: here that is a shift. With -DFAULTY the loop condition is the one of the
 * first version. CIm2HighLow is read but never set, as it is there.
 */
typedef long long number;

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

l1: power15 = 1 << 15;
l2: power14 = 1 << 14;
l3: power13 = 1 << 13;
l4: power12 = 1 << 12;
l5: i = 0;
l6: CRealHigh = CReal >> 15;
l7: CRealLow = CReal - (CRealHigh * power15);
l8: CImHigh = CIm >> 15;
l9: CImLow = CIm - (CImHigh * power15);
l10: OldCRealHigh = 0;
l11: OldCRealLow = 0;
l12: OldCImHigh = 0;
l13: OldCImLow = 0;
l60: while ((CRealHigh >> 15 == 0 || CRealHigh >> 15 == -1) &&
#ifdef FAULTY
            (CImHigh >> 15 == 0 || CImHigh == -1) &&
#else
            (CImHigh >> 15 == 0 || CImHigh >> 15 == -1) &&
#endif
            i < 1000) {
l14:    i = i + 1;
l15:    CImLowSquare = CImLow * CImLow;
l16:    CImLowSquareCarry = CImLowSquare >> 15;
l17:    CImLowSquareBase = CImLowSquare - (CImLowSquareCarry * power15);
l18:    CRealLowSquare = (CRealLow * CRealLow) - CImLowSquareBase;
l19:    CLowSquareDiffCarry = (CRealLowSquare >> 15) - CImLowSquareCarry;
l20:    CImHighLow = (CImHigh * CImLow);
l21:    CIm2HighLowCarry = CIm2HighLow >> 14;
l22:    CIm2HighLowBase = (CImHighLow - (CIm2HighLowCarry * power14)) * 2;
l23:    MiddleCarry = CLowSquareDiffCarry - CIm2HighLowBase;
l24:    MiddleCarryHighBits = MiddleCarry >> 1;
l25:    MiddleCarryLowBit = MiddleCarry - (MiddleCarryHighBits * 2);
l26:    CRealHighLow = (CRealHigh * CRealLow) + MiddleCarryHighBits;
l27:    CReal2HighLowCarry = CRealHighLow >> 14;
l28:    C2HighLowDiffBase = (CRealHighLow - (CReal2HighLowCarry * power14)) * 2;
l29:    CImHighSquare = (CImHigh * CImHigh);
l30:    CImHighSquareCarry = CImHighSquare >> 15;
l31:    CImHighSquareBase = CImHighSquare - (CImHighSquareCarry * power15);
l32:    CRealHighSquare = ((CRealHigh * CRealHigh) + CReal2HighLowCarry - CIm2HighLowCarry)
            - CImHighSquareBase;
l33:    CRealHighSquareCarry = CRealHighSquare >> 15;
l34:    CHighSquareDiffBase = CRealHighSquare - (CRealHighSquareCarry * power15);
l35:    CHighSquareDiffCarry = CRealHighSquareCarry - CImHighSquareCarry;
l36:    CRealImLow = CRealLow * CImLow;
l37:    CRealImLowCarry = CRealImLow >> 15;
l38:    CRealHighImLow = (CRealHigh * CImLow) + CRealImLowCarry;
l39:    CRealHighImLowCarry = CRealHighImLow >> 15;
l40:    CRealHighImLowBase = CRealHighImLow - (CRealHighImLowCarry * power15);
l41:    CRealLowImHigh = (CRealLow * CImHigh) + CRealHighImLowBase;
l42:    CRealLowImHighCarry = CRealLowImHigh >> 15;
l43:    CRealImMidBase = CRealLowImHigh - (CRealLowImHighCarry * power15);
l44:    CRealHighImHigh = (CRealHigh * CImHigh) + CRealHighImLowCarry + CRealLowImHighCarry;
l45:    CHighSquareDiffBaseTopBits = CHighSquareDiffBase >> 13;
l46:    NewCRealLow = ((CHighSquareDiffBase - (CHighSquareDiffBaseTopBits * power13)) * 4)
            + (C2HighLowDiffBase >> 13) - OldCRealLow;
l47:    NewCRealLowCarry = NewCRealLow >> 15;
l48:    NewCRealHigh = (CHighSquareDiffCarry * 4) + CHighSquareDiffBaseTopBits
            + NewCRealLowCarry - OldCRealHigh;
l49:    NewCImLow = ((CRealHighImHigh - (CImHigh * power12)) * 8)
            + (CRealImMidBase >> 12) - OldCImLow;
l50:    NewCImLowCarry = NewCImLow >> 15;
l51:    NewCImHigh = (CRealHighImHigh >> 12) + NewCImLowCarry - OldCImHigh;
l52:    OldCRealLow = CRealLow;
l53:    CRealLow = NewCRealLow - (NewCRealLowCarry * power15);
l54:    OldCRealHigh = CRealHigh;
l55:    CRealHigh = NewCRealHigh;
l56:    OldCImLow = CImLow;
l57:    CImLow = NewCImLow - (NewCImLowCarry * power15);
l58:    OldCImHigh = CImHigh;
l59:    CImHigh = NewCImHigh;
    }
l61: return i;
}
